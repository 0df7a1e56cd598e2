internal import PhotoCodecs

// How the store keeps the reason why a photo can't be decoded: a word for the kind, a space, and the decoder's words.
extension CodecError {
  private static let damaged = "damaged "
  private static let allowable = "incomplete "
  private static let unsupported = "unsupported "
  /// The maximum length of a reason, in bytes.
  private static let maxReasonBytes = 256

  /// Nil for what isn't due to the photo's bytes alone: the same bytes may be decoded another time.
  var storedText: [UInt8]? {
    let text: [UInt8]? =
      switch self {
      case .damaged(let reason, let allowable): Array(((allowable ? Self.allowable : Self.damaged) + reason).utf8)
      case .unsupported(let reason): Array((Self.unsupported + reason).utf8)
      default: nil
      }
    return text.flatMap { Self.isPlain($0) ? $0 : nil }
  }

  /// Nil for any other text.
  init?(storedText text: [UInt8]) {
    guard Self.isPlain(text) else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    func reason(after prefix: String) -> String? { text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil }
    if let reason = reason(after: Self.damaged) {
      self = .damaged(reason: reason, allowable: false)
    } else if let reason = reason(after: Self.allowable) {
      self = .damaged(reason: reason, allowable: true)
    } else if let reason = reason(after: Self.unsupported) {
      self = .unsupported(reason: reason)
    } else {
      return nil
    }
  }

  /// Anybody may have written it: nothing that a terminal would act on.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    text.count <= maxReasonBytes && text.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
