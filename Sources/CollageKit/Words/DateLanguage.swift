internal import ThreadPool

/// The language of months and days in dates. Names come from glibc, where the locale is installed;
/// else they are English.
package enum DateLanguage: Hashable, Sendable {
  case english
  /// That of the user's `LC_TIME`.
  case automatic
  /// A locale, such as "de", "pt_BR" or "de_DE.UTF-8".
  case named(String)

  private static let ofUser = Locked<String?>(nil)

  /// Sets the locale for dates that the user's environment names, such as "de_DE.UTF-8"; the
  /// program does that before it makes anything. Nil if it names none.
  package static func setOfUser(_ name: String?) { ofUser.withLock { $0 = name } }

  /// The longest name of a locale that there may be, in bytes.
  private static let maxNameLength = 64

  /// "en", "auto" or the name of a locale; nil for what is none.
  init?(_ text: String) {
    switch text.lowercased() {
    case "en", "c", "posix": self = .english
    case "auto": self = .automatic
    default:
      // No path: a name with a slash would be read as a file.
      let isName = text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "_-.@".utf8.contains($0)
      }
      guard isName, (2...Self.maxNameLength).contains(text.utf8.count),
        text.prefix(2).allSatisfy(\.isLetter)
      else { return nil }
      self = .named(text)
    }
  }

  var text: String {
    switch self {
    case .english: "en"
    case .automatic: "auto"
    case .named(let name): name
    }
  }

  /// The locale that is meant; nil for English.
  private var locale: String? {
    let name =
      switch self {
      case .english: nil as String?
      case .automatic: Self.ofUser.withLock { $0 }
      case .named(let name): name
      }
    guard let name, case .named = DateLanguage(name) else { return nil }
    let language = name.prefix { $0.isLetter }.lowercased()
    return ["en", "c", "posix"].contains(language) ? nil : name
  }

  /// What a recipe says of it; nil for English.
  var recordedName: String? { locale }

  /// The language as BCP 47 writes it: "en", "pt-BR".
  var tag: String {
    guard let locale else { return "en" }
    let base = locale.prefix { $0 != "." && $0 != "@" }
    let parts = base.split { $0 == "_" || $0 == "-" }
    return parts.isEmpty ? "en" : parts.joined(separator: "-")
  }

  var names: DateNames { locale.flatMap(DateNames.ofLocale) ?? .english }

  /// Why names are English though another language was asked for, as a sentence; nil if they
  /// aren't.
  var fault: String? {
    guard let locale, DateNames.ofLocale(locale) == nil else { return nil }
    return
      "the locale \(locale.utf8.abridged) isn't installed, so months and days have English names"
  }
}
