internal import ArgumentParser
internal import CollageKit
internal import Files
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
    let (asset, bytes) = try library.reading { library throws(LibraryError) in
      let asset = try library.asset(id)
      return (asset, json ? try asset.bytes() : nil)
    }
    if json { return try StandardOutput.answer([AssetReport(asset, bytes: bytes).json]) }
    // Byte for byte: the answer is for programs.
    try StandardOutput.answer(asset.path.bytes + [0x0A])
  }
}
