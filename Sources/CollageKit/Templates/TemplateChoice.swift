internal import SystemPackage

/// The template that a user has chosen.
package struct TemplateChoice: Hashable, Sendable {
  package let address: PhotoAddress
  /// Nil until it was read.
  package internal(set) var template: Template?

  /// Nil for text that is no path or URL.
  package init?(_ text: String) {
    guard let address = PhotoAddress(ofPicture: text) else { return nil }
    self.address = address
  }

  package init(_ address: PhotoAddress) { self.address = address }

  init(_ template: Template) {
    address = template.picture.photo.address
    self.template = template
  }

  /// How many openings it has; nil until it was read.
  package var openingCount: Int? { template?.openings.count }

  /// As a user would write it.
  package var text: String { String(decoding: address.bytes, as: UTF8.self) }
}

extension PhotoAddress {
  /// Nil for text that is no path or URL.
  init?(ofPicture text: String) {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    self.init(Array(text.utf8), path: FilePath(text))
  }
}
