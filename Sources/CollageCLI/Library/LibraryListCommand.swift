internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// `collage library list`: every asset, a line each.
struct LibraryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every saved collage: id, size in bytes, and path.")

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  func run() throws {
    let assets = try library.reading { library throws(LibraryError) in try library.assets() }
    try StandardOutput.answer(
      assets.map { asset in
        json ? AssetReport(asset).json : "\(asset.id)\t\(asset.bytes ?? 0)\t\(asset.path.displayed)"
      })
  }
}

/// What `library list --json` and `library path --json` print for an asset.
struct AssetReport: Report {
  let id: String
  let path: String
  let format: String
  let bytes: Int?

  init(_ asset: Asset) {
    id = asset.id.text
    path = asset.path.inJSON
    format = asset.format.rawValue
    bytes = asset.bytes
  }
}

extension LibraryOptions {
  /// Runs `body` on the library, turning its errors into a command's.
  func reading<Value>(_ body: (PhotoLibrary) throws(LibraryError) -> Value) throws(CommandFailure) -> Value {
    let library = try resolved()
    do {
      return try body(library)
    } catch {
      throw CommandFailure(error)
    }
  }
}
