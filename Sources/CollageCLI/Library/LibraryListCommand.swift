internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// `collage library list`: every asset, one per line.
struct LibraryListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every saved collage: id, size in bytes, and path.")

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  func run() throws {
    let assets = try library.reading { library throws(LibraryError) in
      try library.assets().map { asset throws(LibraryError) in (asset, try asset.bytes()) }
    }
    try StandardOutput.list(
      assets.compactMap { asset, bytes in
        // Another run may have removed it by now.
        guard let bytes else { return nil }
        return json ? AssetReport(asset, bytes: bytes).json : "\(asset.id)\t\(bytes)\t\(asset.path.displayed)"
      })
  }
}
