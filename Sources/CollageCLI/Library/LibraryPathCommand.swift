internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// `collage library path`: where an asset's file is.
struct LibraryPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Print the path of a saved collage.")

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The beginning of an id: four digits or more.", valueName: "id"))
  var id: AssetIDPrefix

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let asset = try library.reading { library throws(LibraryError) in try library.asset(id) }
    if json { return try StandardOutput.answer([AssetReport(asset).json]) }
    // Byte for byte: the answer is for programs.
    try StandardOutput.answer(asset.path.bytes + [0x0A])
  }
}
