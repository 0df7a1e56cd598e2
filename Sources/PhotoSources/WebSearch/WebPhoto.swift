package import Imaging
package import PhotoCodecs

/// A picture that a search on the web has found. Nothing of it has been fetched.
package struct WebPhoto: Hashable, Sendable {
  /// Where it can be fetched: http or https, of printable ASCII characters only.
  package let url: String
  /// A small picture of it, in the same form; nil when there is none.
  package let thumbnail: String?
  /// As the service says.
  package let format: PhotoFormat
  /// In pixels, as the service says; nil if it says nothing that can be.
  package let size: PixelSize?
  package let credit: PhotoCredit

  /// Its title, or else the last part of its URL.
  package var name: String {
    credit.title ?? String(url.prefix { $0 != "?" }.split(separator: "/").last ?? "")
  }
}
