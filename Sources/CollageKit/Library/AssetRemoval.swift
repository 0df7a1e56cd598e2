internal import Glibc
internal import PhotoCodecs

/// One removal of some assets, which is undone as a whole.
package struct AssetRemoval: Hashable, Sendable {
  /// When it was, in nanoseconds since 1970, UTC, as 20 digits, then a dash and a random number as 8: later ones come
  /// later in the order of texts.
  let text: String

  /// A removal that begins now.
  package init() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let moment = String(now.tv_sec * 1_000_000_000 + now.tv_nsec)
    let number = [UInt8].random(4).hexadecimal
    text = String(repeating: "0", count: max(Self.digits - moment.utf8.count, 0)) + moment + "-" + number
  }

  /// Nil for a text of another form.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == Self.digits, Int(parts[0]) != nil,
      parts[1].utf8.allSatisfy(\.isLowerHexadecimal)
    else { return nil }
    self.text = text
  }

  private static let digits = 20

  /// When it was, by this machine's clock.
  var date: LocalTime? { Int(text.prefix(Self.digits)).flatMap { LocalTime(unixTime: $0 / 1_000_000_000) } }
}
