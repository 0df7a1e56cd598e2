internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// What the file in an album's folder says.
struct AlbumRecord {
  let id: AlbumID
  /// The names by which collages were saved into the album, so that it is found after it was renamed; the latest last.
  private(set) var names: [AlbumName]

  init(id: AlbumID, name: AlbumName) {
    self.id = id
    names = [name]
  }

  /// Nil when an open file isn't an album's.
  init?(of file: borrowing PhotoFile) {
    guard file.size <= Self.maxFileSize, let content = try? file.read(at: 0, count: file.size) else { return nil }
    self.init(fileContent: content)
  }

  static let fileName: FilePath.Component = ".collage-album.json"
  static let maxFileSize = 4096
  /// So many of any length fit into such a file.
  private static let maxNames = 7

  mutating func remember(_ name: AlbumName) { names = names.suffix(Self.maxNames - 1) + [name] }

  /// One object, on a line. Names are hexadecimal digits, since they may hold any bytes.
  var fileContent: [UInt8] {
    let names = names.map { "\"\($0.bytes.hexadecimal)\"" }.joined(separator: ",")
    return Array("{\"album\":\"\(id)\",\"names\":[\(names)],\"version\":1}\n".utf8)
  }

  /// Nil when the file says no album's id. Older versions wrote no names, and wrong ones are ignored.
  init?(fileContent: [UInt8]) {
    guard
      let object = (try? JSONDocument(fileContent))?.value.object,
      let id = object["album"]?.text.flatMap({ AlbumID($0) })
    else { return nil }
    self.id = id
    names = (object["names"]?.list ?? []).compactMap { name in
      name.text.flatMap { [UInt8](hexadecimal: $0) }.flatMap { try? AlbumName($0) }
    }
  }
}
