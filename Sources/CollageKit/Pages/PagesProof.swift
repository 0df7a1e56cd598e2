internal import PhotoCodecs
internal import PhotoLayouts

/// Shows what a book was made of, so that a batch needn't make it again: the same photos, options
/// and fonts give the same digest, whoever makes it and wherever.
struct PagesProof {
  private var hash = SHA256()

  init(_ encoding: Encoding) { add("\(Version.picture) \(encoding)") }

  /// Adds the next page.
  ///
  /// - Parameters:
  ///   - digests: of its photos, in order.
  ///   - fonts: in which something is written; nil without text.
  ///   - library: that writes it, with its version; nil without text.
  mutating func add(
    _ page: Page, digests: [Digest], fonts: [Recipe.Text.Font]?, _ library: String?
  ) {
    let options = page.options
    add(Self.text(options.with(\.encoding, EncodingOptions()).recordedTexts))
    let pictures = [
      options.pictures.template?.template?.picture, options.pictures.overlay?.picture,
    ]
    add(pictures.map { $0?.digest.hexadecimal ?? "" }.joined(separator: " "))
    add(options.pictures.overlay.map { "\($0.place?.rawValue ?? "") \($0.width.text)" } ?? "")
    add((fonts ?? []).map { "\($0.sha256) \($0.index)" }.joined(separator: " "))
    add(library ?? "")
    for (index, photo) in page.photos.enumerated() {
      add(photo.address.recordedName)
      add(digests[index].hexadecimal)
      add(Self.text(options[photo: index].recordedTexts))
    }
  }

  /// Of all pages that were added.
  var digest: Digest { Digest(hash) }

  private static func text(_ settings: [String: String]) -> String {
    settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\0")
  }

  /// Texts are told apart by their lengths.
  private mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    hash.update(Array("\(bytes.count) ".utf8) + bytes)
  }
}
