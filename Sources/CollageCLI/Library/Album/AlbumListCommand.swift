internal import ArgumentParser
internal import CollageKit

/// `collage library album list`: every album, one per line.
struct AlbumListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every album: id, number of collages, and name.")

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Print a JSON object for each album.")
  var json = false

  func run() throws {
    let albums = try library.reading { library throws(LibraryError) in
      try library.albums().map { album throws(LibraryError) in (album, try library.assets(in: album)) }
    }
    try StandardOutput.list(
      albums.map { album, assets in
        json ? AlbumReport(album, assets).json : "\(album.id)\t\(assets.count)\t\(album.name.displayed)"
      })
  }
}
