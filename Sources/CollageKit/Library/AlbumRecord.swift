internal import Files
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// The contents of the file in an album's folder.
///
/// A collage in the album is a link in its folder. If the file system has no links (exFAT, FAT), it
/// is listed in this file instead, so that moving between file systems loses nothing: a copy of the
/// library has one or the other.
struct AlbumRecord: Hashable {
  let id: AlbumID
  /// The names under which collages were saved into the album, so that it can be found after it was
  /// renamed; the latest last.
  private(set) var names: [AlbumName]
  /// The file names of the album's collages that have no link, because the file system can't make
  /// one.
  private(set) var unlinked: Set<FilePath.Component> = []

  init(id: AlbumID, name: AlbumName) {
    self.id = id
    names = [name]
  }

  /// Nil if an open file isn't that of an album.
  init?(of file: borrowing PhotoFile) {
    guard file.size <= Self.maxFileSize, let content = try? file.read(at: 0, count: file.size)
    else { return nil }
    self.init(fileContent: content)
  }

  /// The current record in an album's folder; nil if the file contains no album id.
  ///
  /// - Throws: `noSuchFileOrDirectory` when there is no such file.
  init?(in folder: borrowing OpenFolder) throws(Errno) {
    do throws(Errno) {
      self.init(fileContent: try folder.read(Self.fileName, limit: Self.maxFileSize))
    } catch .notSupported, .fileTooLarge, .tooManySymbolicLinkLevels {
      // Something other than such a file.
      return nil
    }
  }

  static let fileName: FilePath.Component = ".collage-album.json"
  static let maxFileSize = 4 << 20
  /// The maximum number of names listed, at up to 54 bytes each, so that the file stays within its
  /// size limit.
  static let maxUnlinked = 50_000
  /// The maximum number of saved names, of any length, that fit into the file.
  private static let maxNames = 7

  func lists(_ asset: Asset) -> Bool { unlinked.contains(asset.name) }

  /// - Returns: whether it was not in the list before.
  mutating func list(_ asset: Asset) -> Bool { unlinked.insert(asset.name).inserted }

  /// - Returns: whether it was in the list.
  mutating func unlist(_ asset: Asset) -> Bool { unlinked.remove(asset.name) != nil }

  mutating func remember(_ name: AlbumName) { names = names.suffix(Self.maxNames - 1) + [name] }

  /// One JSON object on one line. Names are written as hexadecimal digits, because they may contain
  /// any bytes.
  var fileContent: [UInt8] {
    let names = names.map { "\"\($0.bytes.hexadecimal)\"" }.joined(separator: ",")
    let collages = unlinked.map { "\"\($0.string)\"" }.sorted().joined(separator: ",")
    let list = unlinked.isEmpty ? "" : "\"collages\":[\(collages)],"
    return Array("{\"album\":\"\(id)\",\(list)\"names\":[\(names)],\"version\":1}\n".utf8)
  }

  /// Nil if the file contains no album id. Invalid names are ignored.
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
