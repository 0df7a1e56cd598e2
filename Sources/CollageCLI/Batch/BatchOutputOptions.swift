internal import ArgumentParser
internal import PhotoCodecs

/// Where collages go that the manifest names no output for, and how they are encoded.
struct BatchOutputOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Option(help: "jpeg or png; by default what an output's name says, else jpeg.")
  var format: PhotoFormat?

  @Option(help: ArgumentHelp("The quality of a JPEG, 1 to 100; 90 by default.", valueName: "n"))
  var quality: Quality?

  @Option(help: ArgumentHelp("How hard a PNG is compressed, 1 to 9; 4 by default.", valueName: "n"))
  var compression: Compression?

  @Flag(
    help: """
      Do again what an earlier run has done, and replace outputs even if they are no collages of ours. A photo of the \
      collage is never replaced.
      """)
  var force = false
}
