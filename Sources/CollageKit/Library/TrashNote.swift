internal import Files
internal import SafeText
internal import SystemPackage

/// The note about a file in the trash: a `.trashinfo` file, with additional lines of ours that
/// other programs ignore.
struct TrashNote: Hashable, Sendable {
  /// Where the file was: absolute, in a folder whose path has no links.
  let path: FilePath
  let removal: AssetRemoval
  /// The albums that it was in.
  var albums: [AlbumID] = []

  /// The maximum size of a note in bytes: that of one with a thousand albums.
  static let maxSize = 65_536

  private static let header = "[Trash Info]"
  private static let pathKey = "Path"
  private static let dateKey = "DeletionDate"
  private static let removalKey = "X-Collage-Removal"
  private static let albumsKey = "X-Collage-Albums"

  /// - Parameter top: the folder to which the path is relative; nil for an absolute path.
  func content(from top: FilePath?) -> [UInt8] {
    var path = path
    if let top { _ = path.removePrefix(top) }
    let encoded = PercentEncoding.text(of: path.bytes) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
    }
    var lines = [Self.header, "\(Self.pathKey)=\(encoded)"]
    if let date = removal.date { lines.append("\(Self.dateKey)=\(date)") }
    lines.append("\(Self.removalKey)=\(removal.text)")
    if !albums.isEmpty {
      lines.append("\(Self.albumsKey)=\(albums.map(\.text).joined(separator: ","))")
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

}

extension TrashNote {
  /// Nil if it isn't a note of ours.
  init?(_ content: [UInt8], from top: FilePath?) {
    let lines = content.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard lines.first == Self.header else { return nil }
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.utf8.count + 1)) }
    }
    guard let bytes = value(Self.pathKey).flatMap({ PercentEncoding.path(in: $0.utf8) }),
      let removal = value(Self.removalKey).flatMap(AssetRemoval.init)
    else { return nil }
    let path = FilePath(bytes: bytes)
    let albums = value(Self.albumsKey)?.split(separator: ",").compactMap { AlbumID($0) } ?? []
    self.init(path: top.map { $0.pushing(path) } ?? path, removal: removal, albums: albums)
  }
}
