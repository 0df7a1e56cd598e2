internal import PhotoCodecs

/// Dates in the names that cameras and phones give to files: IMG_20240501_101530.jpg,
/// PXL_20240501_101530123.jpg, 2024-05-01 10.15.30.jpg.
enum FileNameTime {
  /// The date and time in a name, with milliseconds if it has them; nil if it has no time of day.
  static func moment(in name: [UInt8]) -> PhotoMoment? {
    for start in name.indices where start == 0 || !isDigit(name[start - 1]) {
      if let moment = moment(at: name[start...]) { return moment }
    }
    return nil
  }

  private static func moment(at text: ArraySlice<UInt8>) -> PhotoMoment? {
    var rest = text
    guard let year = number(&rest, digits: 4), (1970...2199).contains(year) else { return nil }
    skip(&rest, "-_.")
    guard let month = number(&rest, digits: 2) else { return nil }
    skip(&rest, "-_.")
    guard let day = number(&rest, digits: 2) else { return nil }
    skip(&rest, "-_ T.")
    guard let hour = number(&rest, digits: 2) else { return nil }
    skip(&rest, "-_.:")
    guard let minute = number(&rest, digits: 2) else { return nil }
    skip(&rest, "-_.:")
    guard let second = number(&rest, digits: 2),
      let time = LocalTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    skip(&rest, "-_.")
    var milliseconds = number(&rest, digits: 3) ?? 0
    // More digits count something else, such as the photos of a burst.
    if let next = rest.first, isDigit(next) { milliseconds = 0 }
    return PhotoMoment(time, milliseconds: milliseconds, .name)
  }

  /// Takes a number of exactly so many digits, of which more may follow.
  private static func number(_ text: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    let taken = text.prefix(digits)
    guard taken.count == digits, taken.allSatisfy(isDigit) else { return nil }
    text = text.dropFirst(digits)
    return taken.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Takes one of these characters, if it comes next.
  private static func skip(_ text: inout ArraySlice<UInt8>, _ separators: String) {
    if let next = text.first, separators.utf8.contains(next) { text = text.dropFirst() }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
