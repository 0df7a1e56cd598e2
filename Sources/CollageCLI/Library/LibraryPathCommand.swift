internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files

/// `collage library path`: where an asset's file is.
struct LibraryPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Print the path of a saved collage.")

  @OptionGroup var argument: AssetArgument

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let asset = try argument.asset()
    if json { return try StandardOutput.answer([asset.report(bytes: asset.bytes()).json]) }
    // Byte for byte, because programs read it.
    try StandardOutput.answer(asset.path.bytes + [0x0A])
  }
}
