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

  @Flag(name: .customLong("collages"), help: "In folders, take collages of this program, too.")
  var takesCollages = false

  var isUsed: Bool { takesCollages || !patterns.isEmpty }

  var exclusions: PhotoExclusions {
    PhotoExclusions(patterns.map(\.path), takesCollages: takesCollages)
  }
}
