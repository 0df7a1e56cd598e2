internal import ArgumentParser

/// Where collages are written for which the manifest names no output.
struct BatchOutputOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Flag(
    help: """
      Do again what an earlier run has done, and replace outputs even if they are no collages of ours. A photo of the \
      collage is never replaced.
      """)
  var force = false
}
