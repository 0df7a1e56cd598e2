internal import Files
internal import SystemPackage

/// The name of an album, which is also that of its folder: any file name, except hidden ones and
/// those of assets.
package struct AlbumName: Hashable, Sendable {
  let component: FilePath.Component

  /// - Parameter bytes: UTF-8 or not.
  package init(_ bytes: [UInt8]) throws(AlbumNameError) {
    if bytes.isEmpty { throw .empty }
    if bytes.contains(0) || bytes.contains(UInt8(ascii: "/")) { throw .separator }
    if bytes[0] == UInt8(ascii: ".") { throw .hidden }
    if bytes.count > Self.maxBytes { throw .tooLong }
    guard let component = FilePath(bytes: bytes).lastComponent else { throw .empty }
    if AssetFileName(component.bytes.span) != nil { throw .asset }
    self.component = component
  }

  /// The longest name on Linux's file systems, in bytes.
  private static let maxBytes = 255

  /// Whether a new album may have it. Older albums, and folders that others created, may have any
  /// name.
  var isPrintable: Bool {
    !component.string.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  package var bytes: [UInt8] { component.bytes }
  /// The id that the name may stand for; nil for any other name.
  var id: AlbumID? { AlbumID(String(decoding: bytes, as: UTF8.self)) }
  /// The name for display on one line.
  package var displayed: String { bytes.displayed }
}

/// Why a text can't be the name of an album.
package enum AlbumNameError: String, Error, Hashable, Sendable, CaseIterable,
  CustomStringConvertible
{
  case empty = "an album name can't be empty"
  case separator = "an album name can't contain a slash, because it names a folder"
  case hidden = "an album name can't start with a dot, which would hide its folder"
  case tooLong = "an album name can't be longer than 255 bytes"
  case asset = "this is the name of a collage; give the album another name"

  package var description: String { rawValue }
}
