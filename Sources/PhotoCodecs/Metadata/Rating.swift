/// Stars as programs write them.
enum Rating {
  /// 1 to 5, or -1 for a rejected photo; nil for 0 and all else. Fractions are cut off.
  static func stars(_ number: Double) -> Int? {
    guard number >= -1, number <= 5 else { return nil }
    let stars = Int(number.rounded(.towardZero))
    return stars == 0 ? nil : stars
  }

  /// Microsoft's percentage, of which 1, 25, 50, 75 and 99 are one to five stars.
  static func stars(percent: Double) -> Int? {
    switch percent {
    case 1..<13: 1
    case 13..<38: 2
    case 38..<63: 3
    case 63..<88: 4
    case 88...100: 5
    default: nil
    }
  }

  static func stars(text: String?) -> Int? { text.flatMap { Double($0) }.flatMap { stars($0) } }
}
