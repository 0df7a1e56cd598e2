internal import ArgumentParser
internal import PhotoSources

/// What a search through folders leaves out.
struct ExclusionOptions: ParsableArguments {
  @Option(
    name: .customLong("exclude"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "In folders, leave out files and folders whose names match this, such as '*_edited*'; repeat "
        + "it for more.",
      valueName: "pattern"))
  var patterns: [RawPath] = []

  var exclusions: PhotoExclusions { PhotoExclusions(patterns.map(\.path)) }
}
