internal import Files
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// What the file in an album's folder says.
///
/// A collage in the album is a link in its folder. Where the file system has no links (exFAT, FAT),
/// it stands in this file instead, so no change of file systems loses it: a copy of the library has
/// one or the other.
struct AlbumRecord: Hashable {
  let id: AlbumID
  /// The names by which collages were saved into the album, so that it is found after it was
  /// renamed; the latest last.
  private(set) var names: [AlbumName]
  /// The file names of collages in the album for which its file system makes no links.
  private(set) var unlinked: Set<FilePath.Component> = []

  init(id: AlbumID, name: AlbumName) {
    self.id = id
    names = [name]
  }

  /// Nil when an open file isn't an album's.
  init?(of file: borrowing PhotoFile) {
    guard file.size <= Self.maxFileSize, let content = try? file.read(at: 0, count: file.size)
    else { return nil }
    self.init(fileContent: content)
  }

  /// What the file in an album's folder says now; nil when that is no album's id.
  ///
  /// - Throws: `noSuchFileOrDirectory` when there is none.
  init?(in folder: borrowing OpenFolder) throws(Errno) {
    do throws(Errno) {
      self.init(fileContent: try folder.read(Self.fileName, limit: Self.maxFileSize))
    } catch .notSupported, .fileTooLarge, .tooManySymbolicLinkLevels {
      // Something else than such a file.
      return nil
    }
  }

  static let fileName: FilePath.Component = ".collage-album.json"
  static let maxFileSize = 4 << 20
  /// So many fit into such a file, each with 54 bytes at most.
  static let maxUnlinked = 50_000
  /// So many of any length fit into such a file.
  private static let maxNames = 7

  func lists(_ asset: Asset) -> Bool { unlinked.contains(asset.name) }

  /// - Returns: whether it was not in the list.
  mutating func list(_ asset: Asset) -> Bool { unlinked.insert(asset.name).inserted }

  /// - Returns: whether it was in the list.
  mutating func unlist(_ asset: Asset) -> Bool { unlinked.remove(asset.name) != nil }

  mutating func remember(_ name: AlbumName) { names = names.suffix(Self.maxNames - 1) + [name] }

  /// One object, on a line. Names are hexadecimal digits, since they may hold any bytes.
  var fileContent: [UInt8] {
    let names = names.map { "\"\($0.bytes.hexadecimal)\"" }.joined(separator: ",")
    let collages = unlinked.map { "\"\($0.string)\"" }.sorted().joined(separator: ",")
    let list = unlinked.isEmpty ? "" : "\"collages\":[\(collages)],"
    return Array("{\"album\":\"\(id)\",\(list)\"names\":[\(names)],\"version\":1}\n".utf8)
  }

  /// Nil when the file says no album's id. Older versions wrote no names, and wrong ones are
  /// ignored.
  init?(fileContent: [UInt8]) {
    guard
      let object = (try? JSONDocument(fileContent))?.value.object,
      let id = object["album"]?.text.flatMap({ AlbumID($0) })
    else { return nil }
    self.id = id
    names = (object["names"]?.list ?? []).compactMap { name in
      name.text.flatMap { [UInt8](hexadecimal: $0) }.flatMap { try? AlbumName($0) }
    }
    for case let name? in (object["collages"]?.list ?? []).map(\.text) {
      if let component = FilePath.Component(name), let asset = Asset(component, in: "") {
        _ = list(asset)
      }
    }
  }
}
