internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import TerminalPictures

/// A program that is linked with all that `collage` is linked with, and does nothing but print the version: what starting
/// costs before any line of `collage` itself.
///
/// The dynamic libraries are the same (`ldd`), and of the code that has to be relocated the linker keeps all but a
/// twentieth, though nothing here calls it: modules are linked whole.
@main
enum Nothing {
  static func main() { print(Version.current) }
}
