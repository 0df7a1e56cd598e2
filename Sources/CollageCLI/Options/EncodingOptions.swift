internal import ArgumentParser
internal import PhotoCodecs

/// How collages are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(help: "jpeg or png; by default what the output's name says, else jpeg.")
  var format: PhotoFormat?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The quality of a JPEG, 1 to 100; 90 by default.", valueName: "n"))
  var quality: Quality?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How hard a PNG is compressed, 1 to 9; 4 by default.", valueName: "n"))
  var compression: Compression?
}
