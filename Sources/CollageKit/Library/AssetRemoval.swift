internal import Glibc
internal import PhotoCodecs

/// One removal of some assets, which is undone as a whole.
package struct AssetRemoval: Hashable, Sendable {
  /// When it was, in nanoseconds since 1970, UTC, as 20 digits, then a dash and a random number as
  /// 8: later ones come later in the order of texts. After a clock was set back the moment is a
  /// little later than that of the last one.
  let text: String

  /// A removal that begins now.
  ///
  /// - Parameter earlier: those that are known, which it must come after, whatever the clock says.
  package init(after earlier: [AssetRemoval] = []) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // One that can't be followed is nobody's but a forger's.
    let last = earlier.map(\.moment).filter { $0 < .max - 1 }.max() ?? 0
    let moment = String(max(now.tv_sec * 1_000_000_000 + now.tv_nsec, last + 1))
    let number = [UInt8].random(4).hexadecimal
    text =
      String(repeating: "0", count: max(Self.digits - moment.utf8.count, 0)) + moment + "-" + number
  }

  /// Nil for a text of another form.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == Self.digits, let moment = Int(parts[0]),
      moment < .max,
      parts[1].utf8.allSatisfy(\.isLowerHexadecimal)
    else { return nil }
    self.text = text
  }

  private static let digits = 20

  /// In nanoseconds since 1970.
  private var moment: Int { Int(text.prefix(Self.digits)) ?? 0 }

  /// When it was, by this machine's clock.
  var date: LocalTime? { LocalTime(unixTime: moment / 1_000_000_000) }
}
