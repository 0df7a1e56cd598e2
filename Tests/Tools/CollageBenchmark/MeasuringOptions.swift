import ArgumentParser
import FoundationEssentials
import SystemPackage

/// What both ways of measuring ask for.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The collage program; by default the one beside this program.", valueName: "path"))
  var program: String?

  @Option(
    help: ArgumentHelp(
      "Measure the libraries of this Python interpreter, too; may be given again.",
      valueName: "path"))
  var python: [String] = []

  @Option(
    help: ArgumentHelp(
      "Keep the generated photos in this folder, and use those that are there already.",
      valueName: "folder"))
  var keepInputs: String?

  @Option(
    help: ArgumentHelp(
      "Where 'field' and --quality find photographs: JPEGs, here or in folders below.",
      valueName: "folder"))
  var photos = "../shared/corpus/photos"

  var tools: InstalledTools { InstalledTools(pythons: python.map(FilePath.init(fromUser:))) }

  func ours(_ tools: InstalledTools) throws(BenchmarkError) -> CollageProgram {
    try CollageProgram(program.map(FilePath.init(fromUser:)), tools)
  }

  func inputs() throws -> InputFolder {
    try InputFolder(keptAt: keepInputs.map(FilePath.init(fromUser:)))
  }

  var photographs: FilePath { FilePath(fromUser: photos) }
}
