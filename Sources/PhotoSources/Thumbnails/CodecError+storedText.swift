internal import PhotoCodecs

// How the store remembers why a photo can't be decoded: a word for the kind, a space, and the
// decoder's message.
extension CodecError {
  private static let damaged = "damaged "
  private static let allowable = "incomplete "
  private static let unsupported = "unsupported "
  /// The maximum length of a reason, in bytes.
  private static let maxReasonBytes = 256

  /// Nil if the photo's bytes alone aren't to blame: they may be decoded another time.
  var storedText: [UInt8]? {
    let text: [UInt8]? =
      switch self {
      case .damaged(let reason, let allowable):
        Array(((allowable ? Self.allowable : Self.damaged) + reason).utf8)
      case .unsupported(let reason): Array((Self.unsupported + reason).utf8)
      default: nil
      }
    return text.flatMap { Self.isPlain($0) ? $0 : nil }
  }

  /// Nil for any other text.
  init?(storedText text: [UInt8]) {
    let kinds: [(prefix: String, error: (String) -> CodecError)] = [
      (Self.damaged, { .damaged(reason: $0, allowable: false) }),
      (Self.allowable, { .damaged(reason: $0, allowable: true) }),
      (Self.unsupported, { .unsupported(reason: $0) }),
    ]
    guard Self.isPlain(text), let kind = kinds.first(where: { text.starts(with: $0.prefix.utf8) })
    else { return nil }
    self = kind.error(String(decoding: text.dropFirst(kind.prefix.utf8.count), as: UTF8.self))
  }

  /// Whether a terminal would show it as plain text, since anybody may have written it.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    text.count <= maxReasonBytes && text.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
