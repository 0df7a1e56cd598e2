internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import TerminalPictures

/// A program with the same libraries as `collage` that only prints the version: the baseline for
/// measuring start-up time.
///
/// It loads the same dynamic libraries (see `ldd`). Although nothing here calls them, the modules
/// are linked whole, so about 95 % of the code that must be relocated is the same.
@main
enum StartupBaseline {
  static func main() { print(Version.current) }
}
