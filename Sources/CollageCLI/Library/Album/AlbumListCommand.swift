internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album list`: every album, one per line.
struct AlbumListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every album: id, number of collages, and name.")

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Print a JSON object for each album.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let library = try library.resolved()
    try StandardOutput.list(
      library.albums().map { album in
        let assets = try library.assets(in: album)
        return json
          ? album.report(assets).json : "\(album.id)\t\(assets.count)\t\(album.name.displayed)"
      })
  }
}
