internal import Glibc
internal import PhotoCodecs

/// One removal of some assets, which is undone as a whole.
package struct AssetRemoval: Hashable, Sendable {
  /// The time in nanoseconds since 1970, UTC, as 20 digits, a dash, and a random number of 8
  /// digits, so that later removals sort after earlier ones. If the clock was set back, the time is
  /// just after that of the last removal.
  let text: String

  /// A removal that begins now.
  ///
  /// - Parameter earlier: the known removals, which it must come after, whatever the clock says.
  package init(after earlier: [AssetRemoval] = []) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // A time that nothing can follow must have been forged.
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

  /// The time of the removal on this machine's clock.
  var date: LocalTime? { LocalTime(unixTime: moment / 1_000_000_000) }
}
