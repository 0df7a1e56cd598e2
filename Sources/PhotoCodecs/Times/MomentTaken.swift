/// When a photo was taken, as well as that is known: the clock that was there, how precise it is,
/// how far that clock was from UTC, and who says so.
package struct MomentTaken: Hashable, Sendable {
  /// What is known of it; the least precise first.
  package enum Precision: UInt8, Comparable, Sendable {
    case year, month, day, second
    /// Less than a second.
    case fraction

    package static func < (first: Precision, second: Precision) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// Who says so.
  package enum Source: String, CaseIterable, Sendable {
    case exif, xmp, iptc
    /// A text in a PNG.
    case png
    /// An XMP file beside the photo.
    case sidecar
    /// A JSON file of Google Takeout beside the photo.
    case takeout
    /// The file's name, such as IMG_20240501_101530.
    case name
    /// The file's time of modification, which may be that of a copy.
    case file

    /// Whether the photo itself says so, or its owner did.
    package var isStated: Bool { self != .name && self != .file }
  }

  /// Its beginning, by the clock where it was taken: of a year, its first second.
  package let start: LocalTime
  package let precision: Precision
  /// What `start` lacks, 0 to 999,999.
  package let microseconds: Int
  /// How many seconds the clock was ahead of UTC; nil if nobody says.
  package let offset: Int?
  package let source: Source

  /// - Parameter microseconds: makes it a fraction, unless it is 0.
  package init(
    _ start: LocalTime, _ precision: Precision = .second, microseconds: Int = 0,
    offset: Int? = nil, _ source: Source
  ) {
    self.start = start
    self.precision = precision == .second && microseconds > 0 ? .fraction : precision
    self.microseconds = microseconds
    self.offset = offset
    self.source = source
  }

  /// A moment that is known in UTC only, as this machine's clock shows it; nil outside the years
  /// that can be shown.
  ///
  /// - Parameter unixTime: in seconds since 1970.
  package init?(unixTime: Int, microseconds: Int = 0, _ source: Source) {
    guard let shown = LocalTime.shown(unixTime) else { return nil }
    self.init(shown.time, microseconds: microseconds, offset: shown.offset, source)
  }

  /// YYYYMMDDhhmmss, with zeros for what isn't known, so that of a photo of whose date only the
  /// year is known no day is right.
  package var digits: Int {
    switch precision {
    case .year: start.digits / 10_000_000_000 * 10_000_000_000
    case .month: start.digits / 100_000_000 * 100_000_000
    case .day, .second, .fraction: start.digits
    }
  }

  /// Microseconds of the Gregorian calendar by the clock where it was taken.
  package var clock: Int { start.seconds * 1_000_000 + microseconds }

  /// The same in UTC, if the clock was so many seconds ahead of it.
  package func instant(offset: Int) -> Int { clock - offset * 1_000_000 }

  /// Whether it tells where other photos were taken. A file's time may be that of a copy.
  var tellsPlace: Bool { offset != nil && source != .file }

  /// The offset as in ISO 8601: "+02:00"; nil if there is none.
  package var offsetText: String? {
    offset.map { offset in
      let minutes = (abs(offset) + 30) / 60
      func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return (offset < 0 ? "-" : "+") + pair(minutes / 60) + ":" + pair(minutes % 60)
    }
  }

  /// The same moment as another source has it.
  func from(_ source: Source) -> MomentTaken {
    MomentTaken(start, precision, microseconds: microseconds, offset: offset, source)
  }
}

extension MomentTaken: CustomStringConvertible {
  /// As in ISO 8601, as far as it is known: "1955", "1955-06", "2024-07-15T12:34:56.340".
  package var description: String {
    let text = start.description
    switch precision {
    case .year: return String(text.prefix(4))
    case .month: return String(text.prefix(7))
    case .day: return String(text.prefix(10))
    case .second: return text
    case .fraction:
      let digits = String(String(1_000_000 + microseconds).dropFirst())
      return text + "." + (digits.hasSuffix("000") ? digits.prefix(3) : digits[...])
    }
  }
}
