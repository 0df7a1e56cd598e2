internal import CLinux
internal import PhotoCodecs
internal import ThreadPool

/// The names of months and days in a language.
struct DateNames: Hashable, Sendable {
  /// As they stand beside a day: "5 May".
  let months: [String]
  /// As they stand alone, which differs in Slavic and some other languages.
  let monthsAlone: [String]
  let shortMonths: [String]
  let shortMonthsAlone: [String]
  /// From Sunday on.
  let days: [String]
  let shortDays: [String]

  static let english: DateNames = {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let short = months.map { String($0.prefix(3)) }
    return DateNames(
      months: months, monthsAlone: months, shortMonths: short, shortMonthsAlone: short, days: days,
      shortDays: days.map { String($0.prefix(3)) })
  }()

  /// What was found of locales, by their names.
  private static let known = Locked<[String: DateNames?]>([:])

  /// Those of a locale; nil if it isn't installed.
  ///
  /// - Cost: the first time, opening a locale.
  static func ofLocale(_ name: String) -> DateNames? {
    if let known = known.withLock({ $0[name] }) { return known }
    let found = candidates(name).lazy.compactMap { DateNames(installed: $0) }.first
    known.withLock { $0[name] = .some(found) }
    return found
  }

  /// Languages of which the best known country has another code.
  private static let countries = [
    "ar": "EG", "be": "BY", "bs": "BA", "ca": "ES", "cs": "CZ", "cy": "GB", "da": "DK", "el": "GR",
    "et": "EE", "eu": "ES", "fa": "IR", "ga": "IE", "gl": "ES", "he": "IL", "hi": "IN", "hy": "AM",
    "ja": "JP", "ka": "GE", "kk": "KZ", "ko": "KR", "ms": "MY", "nb": "NO", "nn": "NO", "pt": "PT",
    "sl": "SI", "sq": "AL", "sr": "RS", "sv": "SE", "uk": "UA", "vi": "VN", "zh": "CN",
  ]

  /// The names that a locale may have where it is installed, with UTF-8.
  private static func candidates(_ name: String) -> [String] {
    let modifier = name.firstIndex(of: "@").map { String(name[$0...]) } ?? ""
    let base = name.prefix { $0 != "." && $0 != "@" }.map { $0 == "-" ? "_" : $0 }
    let parts = String(base).split(separator: "_")
    guard let language = parts.first?.lowercased() else { return [] }
    let country =
      parts.count > 1 ? parts[1].uppercased() : countries[language] ?? language.uppercased()
    return ["\(language)_\(country).UTF-8\(modifier)", "\(language).UTF-8\(modifier)"]
  }

  private init(
    months: [String], monthsAlone: [String], shortMonths: [String], shortMonthsAlone: [String],
    days: [String], shortDays: [String]
  ) {
    self.months = months
    self.monthsAlone = monthsAlone
    self.shortMonths = shortMonths
    self.shortMonthsAlone = shortMonthsAlone
    self.days = days
    self.shortDays = shortDays
  }

  private static func line(_ text: String) -> String? { MetadataLine.text(Array(text.utf8)[...]) }

  private init?(installed name: String) {
    guard let locale = unsafe clinux_time_locale(name) else { return nil }
    defer { unsafe clinux_free_locale(locale) }
    var isWhole = true
    func names(_ kind: clinux_date_name, _ count: Int32) -> [String] {
      (0..<count).map { index in
        guard let name = unsafe clinux_name(locale, kind, index),
          let text = unsafe String(validatingCString: name).flatMap({ Self.line($0) })
        else {
          isWhole = false
          return ""
        }
        return text
      }
    }
    self.init(
      months: names(CLINUX_MONTH, 12), monthsAlone: names(CLINUX_MONTH_ALONE, 12),
      shortMonths: names(CLINUX_SHORT_MONTH, 12),
      shortMonthsAlone: names(CLINUX_SHORT_MONTH_ALONE, 12), days: names(CLINUX_DAY, 7),
      shortDays: names(CLINUX_SHORT_DAY, 7))
    guard isWhole else { return nil }
  }
}
