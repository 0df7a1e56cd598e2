import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The setting `lang`: months and days of dates in a language.
@Suite(.waiting) struct LanguageTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for number in 1...2 {
      try place.folder.write(
        Workplace.photos[number], to: FilePath("IMG_20240\(number)01_101530.jpg"))
    }
  }

  /// Debian's package of the sources of locales has it.
  private static let hasSources =
    (try? FilePath("/usr/share/i18n/locales/de_DE").stat()) != nil
    && (try? FilePath("/usr/bin/localedef").stat()) != nil

  private func captions(
    _ format: String, _ arguments: String..., locale: String? = nil, installed: Bool = false
  ) throws -> (captions: [String], error: String) {
    var command = BuiltProgram.command(
      ["make", "IMG_20240101_101530.jpg", "IMG_20240201_101530.jpg", "--dry-run", "--captions"]
        + [format] + arguments, in: place.folder)
    if let locale { command.environment["LC_TIME"] = locale }
    if installed { command.environment["LOCPATH"] = place.folder.path.string }
    let plan = try command.run()
    let captions = plan.output.split(separator: "\n").compactMap { line in
      line.contains("\"caption\" : ")
        ? line.split(separator: "\"").dropFirst(3).first.map(String.init) : nil
    }
    return (captions, plan.error)
  }

  @Test func `dates are English by default, whatever the environment says`() throws {
    for locale in [nil, "de_DE.UTF-8", "C"] {
      let found = try captions("{date:EEEE, d MMMM yyyy}", locale: locale)
      #expect(found.captions == ["Monday, 1 January 2024", "Thursday, 1 February 2024"])
      #expect(!found.error.contains("locale"))
    }
    #expect(try captions("{date:EEE d MMM}").captions == ["Mon 1 Jan", "Thu 1 Feb"])
  }

  @Test func `a language that isn't installed gives English names and one sentence`() throws {
    let sentence = "the locale xx_YY isn't installed, so months and days have English names"
    let found = try captions("{date:MMMM}", "--lang", "xx_YY")
    #expect(found.captions == ["January", "February"])
    #expect(found.error.components(of: sentence) == 1, "\(found.error)")
    // Where no names are drawn, nothing is missing.
    #expect(try !captions("{date:yyyy-MM-dd}", "--lang", "xx_YY").error.contains("locale"))
    #expect(
      try captions("{date:MMMM}", "--lang", "auto", locale: "xx_YY").error.components(of: sentence)
        == 1)
    #expect(try !captions("{date:MMMM}", "--lang", "auto", locale: "C").error.contains("locale"))
  }

  @Test func `what is no name of a locale is refused`() throws {
    for name in ["../x", "d", "de/DE", "", "de DE"] {
      let outcome = try place.run(
        "make", "IMG_20240101_101530.jpg", "--captions", "date", "--lang", name)
      #expect(outcome.exitCode == 64 && outcome.error.contains("de or pt_BR"), "\(name)")
    }
  }

  @Test(.enabled(if: hasSources, "needs localedef, and the sources of locales"))
  func `months and days have the names of an installed locale`() throws {
    let localedef = ChildProcess(
      "/usr/bin/localedef", ["-i", "de_DE", "-f", "UTF-8", "./de_DE.UTF-8"], in: place.folder.path)
    #expect(try localedef.run().exitCode == 0)
    for (name, locale) in [("de", nil), ("de_DE", nil), ("auto", "de_DE.UTF-8")]
      as [(String, String?)]
    {
      let found = try captions(
        "{date:EEEE, d. MMMM}", "--lang", name, locale: locale, installed: true)
      #expect(found.captions == ["Montag, 1. Januar", "Donnerstag, 1. Februar"], "\(name)")
      #expect(!found.error.contains("locale"))
    }
  }
}

extension String {
  /// How often it contains a text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
