internal import PhotoCodecs
internal import SystemPackage

/// A photo's entry in the thumbnail store: where its thumbnails are, and the texts that identify
/// them.
struct StoreEntry: Sendable {
  private static let uriKey = "Thumb::URI"
  private static let modifiedKey = "Thumb::MTime"
  private static let sizeKey = "Thumb::Size"

  /// The first is the one that this program and GNOME use. KDE's is different for paths with links
  /// or semicolons.
  let uris: [FileURI]
  private let identity: FileIdentity

  /// - Parameters:
  ///   - path: absolute.
  ///   - resolved: the same with all links resolved.
  init(path: [UInt8], resolved: [UInt8], identity: FileIdentity) {
    let (own, qt) = (FileURI(path), FileURI(resolved, .qt))
    uris = own == qt ? [own] : [own, qt]
    self.identity = identity
  }

  /// The name of the file under which a URI's thumbnail is stored.
  static func name(_ uri: FileURI) -> FilePath.Component {
    FilePath.Component(uri.digest + ".png")!
  }

  /// The file name of our own thumbnails.
  var name: FilePath.Component { Self.name(uris[0]) }

  /// The texts in the thumbnails that this program writes.
  var texts: PNGTexts {
    var texts = PNGTexts()
    texts.append(Self.uriKey, uris[0].bytes)
    texts.append(Self.modifiedKey, "\(identity.modified.seconds)".utf8)
    texts.append(Self.sizeKey, "\(identity.size)".utf8)
    return texts
  }

  /// Whether a file is a thumbnail of this photo in its present state.
  ///
  /// The specification has only the modification time, which programs that edit photos may put
  /// back. So what is older than the photo's last change isn't used.
  func isDescribed(by file: borrowing PhotoFile, as uri: FileURI) -> Bool {
    guard file.identity.modified >= identity.changed,
      let texts = try? PNGTexts([Self.uriKey, Self.modifiedKey, Self.sizeKey], of: file)
    else { return false }
    guard texts[Self.uriKey] == uri.bytes,
      texts[Self.modifiedKey].flatMap(Self.number) == identity.modified.seconds
    else { return false }
    // Not every program writes the size.
    return texts[Self.sizeKey].map { Self.number($0) == identity.size } ?? true
  }

  private static func number(_ text: [UInt8]) -> Int? { Int(String(decoding: text, as: UTF8.self)) }
}
