import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// File names are bytes, taken literally.
@Suite(.waiting) struct NameTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Names with a meaning to other programs, and one that is not UTF-8.
  static let names: [[UInt8]] =
    [
      "a b.jpg", "line\nbreak.jpg", "[0].jpg", "%d.jpg", "@file", "png:1.jpg", "quo'te\".jpg",
      "back\\slash.jpg",
      "$HOME.jpg",
      "*.jpg", "~", "-", "a=b.jpg", "ünïcode 写真.jpg", "make.jpg", "tab\t.jpg",
    ].map { Array($0.utf8) } + [
      Array("not-utf8-".utf8) + [0xFF, 0xFE, 0xE9] + Array(".jpg".utf8), [0xC3],
    ]

  private func write(_ name: [UInt8]) throws {
    try place.folder.write(Workplace.photos[2], to: FilePath(platformBytes: name))
  }

  private func run(_ arguments: [[UInt8]]) throws -> Outcome {
    try BuiltProgram.command(rawArguments: arguments, in: place.folder).run()
  }

  private let make = ["make", "--layout", "grid", "--canvas", "40x20px", "-o"].map {
    Array($0.utf8)
  }

  @Test(arguments: names)
  func `a photo's name is literal`(_ name: [UInt8]) throws {
    try write(name)
    let made = try run(make + [Array("out.jpg".utf8), name, Array("1.jpg".utf8)])
    #expect(made.answer == .done("\(made.id)\n"))
  }

  /// Only a lone hyphen is none: it is standard output.
  @Test(arguments: names.filter { $0 != Array("-".utf8) })
  func `an output's name is literal`(_ name: [UInt8]) throws {
    let made = try run(make + [name, Array("1.jpg".utf8), Array("2.jpg".utf8)])
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.folder.snapshot().contents[FilePath(platformBytes: name)] != nil)
    #expect(try place.folder.names().count == 3)
  }

  @Test func `a library's name is literal`() throws {
    for name in Self.names {
      let made = try run(
        ["make", "1.jpg", "2.jpg", "--layout", "grid", "--canvas", "40x20px", "--library"].map {
          Array($0.utf8)
        } + [name]
      )
      #expect(made.answer == .done("\(made.id)\n"))
      let path = try run(["library", "path", made.id, "--library"].map { Array($0.utf8) } + [name])
      #expect(path.outputBytes == name + Array("/collage-\(made.id).jpg\n".utf8))
    }
  }

  @Test func `names that look like options come behind --`() throws {
    for name in ["-x.jpg", "--help", "--", "-o"] {
      try place.folder.write(Workplace.photos[2], to: FilePath(name))
      let made = try place.make("-o", "out.jpg", "--", name, "1.jpg")
      #expect(made.answer == .done("\(made.id)\n"))
      #expect(
        try place.run(
          "--layout", "grid", "--canvas", "40x20px", "-o", "out.jpg", "--", name, "1.jpg"
        )
        .answer
          == made.answer)
    }
    let before = try place.folder.snapshot()
    #expect(try place.make("-x.jpg", "1.jpg").exitCode == 64)
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `a photo named like a command comes behind the command, or with its folder`() throws {
    try place.folder.write(Workplace.photos[2], to: "make")
    try place.folder.write(Workplace.photos[3], to: "library")
    let made = try place.make("make", "library")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(
      try place.run("./make", "library", "--layout", "grid", "--canvas", "40x20px").answer
        == made.answer)
  }

  @Test func `messages show control characters and odd bytes escaped, on one line`() throws {
    let cases: [([UInt8], String)] = [
      (Array("a\nb".utf8), #"a\x0ab"#), (Array("\u{1B}[2J.jpg".utf8), #"\x1b[2J.jpg"#),
      ([0x61, 0xFF, 0x62], #"a\xffb"#), (Array("写真.jpg".utf8), "写真.jpg"),
      (Array("\u{202E}gpj".utf8), #"\xe2\x80\xaegpj"#), (Array("\u{61C}a".utf8), #"\xd8\x9ca"#),
      (Array("a\u{200F}\u{200E}".utf8), #"a\xe2\x80\x8f\xe2\x80\x8e"#),
      (Array("\u{9B}2J".utf8), #"\xc2\x9b2J"#),
    ]
    for (name, shown) in cases {
      let outcome = try run(make + [Array("out.jpg".utf8), name, Array("1.jpg".utf8)])
      #expect(outcome.answer == .failed(66, "\(shown): there is no such file; check the path"))
    }
  }

  @Test func `names that are not UTF-8 are escaped in JSON, others are as they are`() throws {
    let odd = Array("x".utf8) + [0xFF]
    let line = Array("a\nb".utf8)
    try write(odd)
    try write(line)
    let made = try Report.Made(
      try run(make + [Array("out.jpg".utf8), odd, line, Array("--json".utf8)]).output)
    #expect(made.photos == [#"x\xff"#, "a\nb"])
  }

  @Test func `a name that spells an escaped byte is another text in JSON than that byte`() throws {
    let names = [[0xE9], Array(#"\xe9"#.utf8), Array(#"\x5cxe9"#.utf8), Array(#"\xno"#.utf8)]
    for name in names { try write(name) }
    let made = try Report.Made(
      try run(make + [Array("out.jpg".utf8)] + names + [Array("--json".utf8)]).output)
    #expect(made.photos == [#"\xe9"#, #"\x5cxe9"#, #"\x5cx5cxe9"#, #"\xno"#])
  }

  @Test func `JSON escapes what could harm a terminal, and its value stays the same`() throws {
    let name = "\u{9B}2J\u{202E}\u{61C}\u{200F}\u{2028}\u{7F}\u{206A}\u{200B}é👩‍👩‍👧.jpg"
    let escaped = #"\u009b2J\u202e\u061c\u200f\u2028\u007f\u206a\u200bé👩‍👩‍👧.jpg"#
    try write(Array(name.utf8))
    let made = try run(
      make + [Array("out.jpg".utf8), Array(name.utf8), Array("1.jpg".utf8), Array("--json".utf8)])
    #expect(made.output.contains(escaped))
    #expect(try Report.Made(made.output).photos == [name, "1.jpg"])
    let layout = try place.make(name, "1.jpg", "--dry-run")
    #expect(layout.output.contains(escaped))
    #expect(try Report.Layout(layout.output).photos[0].path == name)
    let line = #"{"id": "\u009bid\u202e", "photos": ["missing\u009b", "1.jpg"]}"# + "\n"
    let result = try place.run(["batch", "-"], input: .text(line))
    #expect(
      result.output.contains(#""job":"\u009bid\u202e""#)
        && result.output.contains(#"missing\\xc2\\x9b: "#))
  }

  @Test func `a name with scalars that XML can't hold is told in XMP all the same`() throws {
    let name = "odd\u{FFFE}\u{FFFF}.jpg"
    try write(Array(name.utf8))
    for output in ["out.jpg", "out.png"] {
      #expect(try place.make(name, "1.jpg", "-o", output).exitCode == 0)
      let bytes = try place.folder.read(FilePath(output))
      #expect(
        bytes.firstRange(of: [0xEF, 0xBF, 0xBE]) == nil
          && bytes.firstRange(of: [0xEF, 0xBF, 0xBF]) == nil)
      #expect(bytes.firstRange(of: Array(#"odd\ufffe\uffff.jpg"#.utf8)) != nil)
    }
    let made = try place.make(name, "1.jpg")
    let shown = try place.run("library", "show", made.id, "--json")
    #expect(try Report.Shown(shown.output).recipe.photos[0].name == name)
  }

  @Test func `a list of names comes from a file`() throws {
    let list = Self.names.prefix(2).joined(separator: [0]) + [0]
    try place.folder.write(list, to: "list")
    for name in Self.names.prefix(2) { try write(name) }
    let made = try place.make("--files0-from", "list", "1.jpg", "2.jpg", "--json")
    #expect(
      try Report.Made(made.output).photos == ["1.jpg", "2.jpg", "a b.jpg", "line\nbreak.jpg"])
  }

  @Test func `a list of names comes from standard input, its last zero may be missing`() throws {
    for input in ["1.jpg\02.jpg", "1.jpg\02.jpg\0"] {
      let made = try place.run(Workplace.make + ["--files0-from", "-"], input: .text(input))
      #expect(made.answer == (try place.make("1.jpg", "2.jpg").answer))
    }
    let odd: [UInt8] = [0x6F, 0xFF]
    try write(odd)
    let made = try place.run(
      Workplace.make + ["1.jpg", "--files0-from", "-"], input: .bytes(odd + [0]))
    #expect(made.exitCode == 0)
  }

  @Test func `an empty list is a list of no photos, and a list that can't be read is named`() throws
  {
    try place.folder.write([], to: "empty")
    try place.expectNothingChanges(
      by: ["make", "--files0-from", "empty"],
      .failed(
        64, "there are no photos; name them, as a.jpg b.jpg, or a folder with --best 6"))
    try place.expectNothingChanges(
      by: ["make", "--files0-from", "missing"],
      .failed(66, "missing: reading the list failed: No such file or directory"))
    try place.folder.makeFolder("folder")
    try place.expectNothingChanges(
      by: ["make", "--files0-from", "folder"],
      .failed(66, "folder: reading the list failed: Is a directory"))
  }

  @Test func `the rules hold for listed names`() throws {
    let outcome = try place.run(
      Workplace.make + ["1.jpg", "--files0-from", "-"], input: .text("1.jpg\02.jpg\0"))
    #expect(outcome.exitCode == 64)
    #expect(outcome.errorLines == 1)
  }
}
