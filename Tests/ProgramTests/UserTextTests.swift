import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Texts that users type, whatever characters are in them.
@Suite(.waiting) struct UserTextTests {
  let place: Workplace
  private static let mark = "\u{301}"
  /// A code point that is no character.
  private static func none(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String(Character($0)) } ?? ""
  }

  init() throws { place = try Workplace() }

  /// To most programs, an equals sign and a combining mark after it are one character.
  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `a value may begin with a mark`() throws {
    let plain = try place.make("1.jpg", "2.jpg", "--title", "\(Self.mark)x", "-o", "a.png")
    #expect(plain.exitCode == 0, "\(plain.error)")
    let joined = try place.make("1.jpg", "2.jpg", "--title=\(Self.mark)x", "-o", "b.png")
    #expect(joined.exitCode == 0 && joined.id == plain.id)
    let caption = try place.make("1.jpg", "2.jpg", "--caption", "1=\(Self.mark)x", "-o", "c.png")
    #expect(caption.exitCode == 0 && caption.id != plain.id)
    let format = try place.make("1.jpg", "2.jpg", "--captions", "{n}\(Self.mark)", "-o", "d.png")
    #expect(format.exitCode == 0, "\(format.error)")
    let file = try place.make("1.jpg", "2.jpg", "--output=\(Self.mark).png")
    #expect(try file.exitCode == 0 && place.folder.names().contains("\(Self.mark).png"))
  }

  @Test func `a name after two hyphens is taken as it is, also with a mark behind an equals sign`()
    throws
  {
    let outcome = try place.run("make", "-o", "out.png", "--", "1.jpg", "--x=\(Self.mark)")
    #expect(
      outcome.exitCode == 66
        && outcome.error.hasPrefix("collage: --x=\(Self.mark): there is no such file"))
  }

  @Test(arguments: [
    ["--title", "a\nb"], ["--title=a\r\nb"], ["--title", "a" + Self.none(0xFFFE)],
    ["--caption", "1=" + Self.none(0xFDD0)],
    ["--caption", "1=a\nb"], ["--captions", "{date:d\nMMMM}"],
    ["--captions", "{date:d\(Self.none(0xFFFF))}"],
  ])
  func `a text that can't be written is refused by its option, without advice on fonts`(
    options: [String]
  ) throws {
    let outcome = try place.run(["make", "1.jpg", "2.jpg", "-o", "out.png"] + options)
    #expect(outcome.exitCode == 64 && outcome.errorLines == 1)
    #expect(
      outcome.error.contains("one line of UTF-8 text")
        && outcome.error.contains(options[0].prefix { $0 != "=" }))
    #expect(!outcome.error.contains("fonts-") && !outcome.error.contains("install"))
    #expect(!outcome.error.unicodeScalars.contains { $0.properties.isNoncharacterCodePoint })
  }

  @Test func `bytes that aren't UTF-8 are named as they are`() throws {
    for option in ["--title", "--caption", "--captions", "--font", "--gap"] {
      let value = (option == "--caption" ? "1=" : "") + #"a\377b"#
      let outcome = try place.shell(
        "\"$@\" \(option) \"$(printf '\(value)')\"",
        ["make", "1.jpg", "2.jpg", "--title", "x", "-o", "out.png"])
      #expect(outcome.exitCode == 64 && outcome.errorLines == 1)
      #expect(
        outcome.error.contains(#"a\xffb"#) && !outcome.error.contains("install"), "\(outcome.error)"
      )
    }
  }

  @Test func `what was chosen is shown on one line each`() throws {
    let outcome = try place.run(
      ["prompt"], input: .text("title a\u{202E}b\nstyle\ntitle\nfont \"a\tb\"\n"))
    #expect(outcome.output.contains(#"a\xe2\x80\xaeb"#) && outcome.error.contains(#"a\x09b"#))
    let answers = outcome.output + outcome.error
    #expect(!answers.contains("\t") && !answers.contains("\u{202E}"))
  }

  @Test func `of a long text that is refused the beginning is shown`() throws {
    let long = String(repeating: "x", count: 100_000)
    let calls: [[String]] = [
      ["make", "1.jpg", long], [long], ["library", long], ["library", "show", long],
      ["help", long],
      ["make", "1.jpg", "2.jpg", "--gap", long], ["find", "date:\(long)"],
      ["batch", "jobs", "--shard", "auto/\(long)"],
      ["make", "1.jpg", "http://example.invalid:x/\(long)"], ["make", "1.jpg", "ftp://\(long)"],
      ["make", "1.jpg", "2.jpg", "--font", long, "--title", "x"],
      ["make", "1.jpg", "2.jpg", "-o", long + ".png"],
    ]
    // A combining mark forms one character with the quote before it.
    let marked = Self.mark + long
    for arguments in calls + [
      ["make", "--gap", marked], ["make", "--gap=\(marked)"], ["make", "--\(marked)"],
    ] {
      let outcome = try place.run(arguments)
      #expect([64, 66, 68, 73].contains(outcome.exitCode), "\(outcome.exitCode)")
      #expect(
        outcome.error.utf8.count < 1000,
        "\(arguments.map { $0.prefix(12) }): \(outcome.error.prefix(300))")
    }
    try place.folder.write(
      Array(
        "{\"photos\": [{\"path\": \"1.jpg\", \"\(long)\": 1}, \"\(long)\"], \"\(long)\": 2, \"gap\": \"\(long)\"}\n"
          .utf8),
      to: "jobs")
    #expect(try place.run("batch", "jobs").error.utf8.count < 2000)
    let lines = [
      long, "title x\n\(long) y", "gap \(long)", "focus \(long)", "save --\(long)", "open \(long)",
      "help \(long)",
    ]
    for line in lines {
      let outcome = try place.run(["prompt"], input: .text("\(line)\n"))
      #expect(outcome.error.utf8.count + outcome.output.utf8.count < 3000, "\(line.prefix(12))")
    }
  }

  @Test(arguments: [
    ["make", "--"], ["make", "-"], [""], ["help", ""], ["library", ""], ["make", "--gap="],
    ["make", "--title="],
  ])
  func `a word of any length and any marks is refused in time that grows with it`(
    arguments: [String]
  ) throws {
    for mark in ["x", Self.mark] {
      let isLinear = try Growth.isLinear(upTo: 50_000, tries: 3) { count in
        let long = String(repeating: mark, count: count)
        let outcome = try place.run(arguments.dropLast() + [(arguments.last ?? "") + "a" + long])
        #expect(outcome.exitCode == 64 && outcome.error.utf8.count < 1000)
        let prompt = try place.run(["prompt"], input: .text("help a\(long)\ndefault a\(long)\n"))
        #expect(prompt.exitCode == 64)
        return outcome.cpuSeconds + prompt.cpuSeconds
      }
      #expect(isLinear, "\(arguments) \(mark)")
    }
  }

  @Test func `numbers are written with digits, wherever they are typed`() throws {
    for options in [["--gap", "0x10"], ["--focus", "1=0x0,0x1"], ["--weight", "1=inf"]] {
      let outcome = try place.run(["make", "1.jpg", "2.jpg", "-o", "out.png"] + options)
      #expect(outcome.exitCode == 64 && outcome.errorLines == 1)
    }
  }
}
