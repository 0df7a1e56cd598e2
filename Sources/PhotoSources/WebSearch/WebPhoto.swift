package import Imaging
package import PhotoCodecs

/// A picture that a search on the web has found. It hasn't been fetched yet.
package struct WebPhoto: Hashable, Sendable {
  /// The picture's address: http or https, in printable ASCII.
  package let url: String
  /// The address of a small version, of the same form; nil if there is none.
  package let thumbnail: String?
  /// According to the service.
  package let format: PhotoFormat
  /// In pixels, according to the service; nil if it states no possible size.
  package let size: PixelSize?
  package let credit: PhotoCredit

  /// The title, or else the last part of the URL.
  package var name: String {
    credit.title ?? String(url.prefix { $0 != "?" }.split(separator: "/").last ?? "")
  }
}
