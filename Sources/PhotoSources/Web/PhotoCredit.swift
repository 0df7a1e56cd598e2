internal import SafeText

/// The author and licence of a photo, as far as they are known.
///
/// Texts are on one line, without characters that are harmful to a terminal; addresses are URLs of
/// http or https.
package struct PhotoCredit: Codable, Hashable, Sendable {
  package var title: String?
  package var creator: String?
  /// The licence's short name, such as "CC BY-SA 4.0".
  package var licence: String?
  package var licenceURL: String?
  /// The page that shows the photo.
  package var sourcePage: String?
}

// How a credit is stored: a line for each part.
extension PhotoCredit {
  private static let form = "collage credit 1"
  private static var parts: [(name: String, path: WritableKeyPath<PhotoCredit, String?>)] {
    [
      ("title", \.title), ("creator", \.creator), ("licence", \.licence),
      ("licence-url", \.licenceURL),
      ("source-page", \.sourcePage),
    ]
  }

  var text: String {
    let lines = Self.parts.compactMap { part in
      self[keyPath: part.path].map { "\(part.name) \($0)" }
    }
    return RecordText.text(Self.form, lines)
  }

  /// Nil for text that is incomplete or of another version.
  init?(_ text: String) {
    guard let lines = RecordText.lines(of: text, Self.form) else { return nil }
    self.init()
    for line in lines {
      let sides = line.parts(at: " ", maxSplits: 1)
      guard sides.count == 2, let part = Self.parts.first(where: { $0.name == sides[0] }) else {
        return nil
      }
      self[keyPath: part.path] = sides[1]
    }
  }
}
