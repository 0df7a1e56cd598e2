import FoundationEssentials
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What files say to people who don't see the picture: `--alt`, `collage describe`.
@Suite(.waiting) struct AltTextTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 4) }

  /// What a file's XMP says.
  private struct Words: Equatable {
    var brief: String?
    var whole: String?
    var description: String?
    var language: String?
  }

  private func words(in name: FilePath) throws -> Words {
    let text = String(decoding: try place.folder.read(name), as: UTF8.self)
    func value(_ property: String, _ before: String, _ after: String) -> String? {
      let rest = text.split(
        separator: "<\(property)>\(before)", maxSplits: 1, omittingEmptySubsequences: false)
      guard rest.count == 2 else { return nil }
      let content = rest[1].split(
        separator: "\(after)</\(property)>", maxSplits: 1, omittingEmptySubsequences: false)
      guard content.count == 2 else { return nil }
      return String(content[0]).replacing("&apos;", with: "'").replacing("&quot;", with: "\"")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
    func inDefault(_ property: String) -> String? {
      value(property, #"<rdf:Alt><rdf:li xml:lang="x-default">"#, "</rdf:li></rdf:Alt>")
    }
    return Words(
      brief: inDefault("Iptc4xmpCore:AltTextAccessibility"),
      whole: inDefault("Iptc4xmpCore:ExtDescrAccessibility"),
      description: inDefault("dc:description"),
      language: value("dc:language", "<rdf:Bag><rdf:li>", "</rdf:li></rdf:Bag>"))
  }

  private func made(_ options: String..., as name: FilePath = "out.jpg") throws -> Words {
    let outcome = try place.run(Self.four + ["-o", name.string, "--force", "--quiet"] + options)
    #expect(outcome.exitCode == 0, "\(outcome)")
    return try words(in: name)
  }

  private static let four = [
    "make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--layout", "grid", "--canvas", "240x160px",
  ]

  private static let formats = ["jpg", "png", "webp", "avif", "jxl", "pdf"]

  @Test(arguments: formats)
  func `a file says how many photos there are and how they lie`(format: String) throws {
    let name = FilePath("out.\(format)")
    let outcome = try place.run(Self.four + ["-o", name.string])
    // A format whose library isn't installed.
    if outcome.exitCode == 69 || outcome.error.contains("install") { return }
    let text = "A collage of 4 photos in 2 rows of 2."
    #expect(
      try words(in: name)
        == Words(brief: text, whole: text, description: text, language: "en"))
    #expect(try place.run("describe", name.string).answer == .done(text + "\n"))
  }

  @Test(arguments: formats)
  func `none writes nothing, and the recipe is described`(format: String) throws {
    let name = FilePath("out.\(format)")
    let outcome = try place.run(Self.four + ["-o", name.string, "--alt", "none"])
    if outcome.exitCode == 69 || outcome.error.contains("install") { return }
    #expect(try words(in: name) == Words())
    #expect(
      try place.run("describe", name.string).answer
        == .done("A collage of 4 photos in 2 rows of 2.\n"))
    let bytes = try place.folder.read(name)
    #expect(bytes.firstRange(of: Array("AltTextAccessibility".utf8)) == nil)
  }

  @Test func `layouts are told in words`() throws {
    func text(_ photos: Int, _ options: String...) throws -> String? {
      let names = (1...photos).map { "\(($0 - 1) % 4 + 1).jpg" }
      let outcome = try place.run(
        ["make"] + names + ["--any-count", "--canvas", "240x160px", "-o", "out.jpg", "--force"]
          + options)
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try words(in: "out.jpg").whole
    }
    #expect(try text(1) == "A collage of 1 photo.")
    #expect(try text(2, "--layout", "strip") == "A collage of 2 photos: side by side.")
    #expect(try text(2, "--layout", "columns")?.contains("2 photos") == true)
    #expect(try text(6, "--layout", "grid") == "A collage of 6 photos in 2 rows of 3.")
    #expect(
      try text(2, "--layout", "strip", "--tone", "sepia", "--background", "navy")
        == "A collage of 2 photos in sepia on navy: side by side.")
  }

  @Test func `a text is written as it is, for all and for one photo`() throws {
    let whole = "Four walls & a \"door\", <seen> twice = thrice"
    let all = try made("--alt", whole)
    #expect(all == Words(brief: whole, whole: whole, description: whole, language: "en"))
    let one = try made("--alt", "2=A red house.")
    #expect(
      one.whole == "A collage of 4 photos in 2 rows of 2. At the top right, A red house.")
    let both = try made("--alt", "2=A red house", "--alt", whole)
    #expect(both.whole == whole)
  }

  @Test func `owners' words leave only with auto, in their order`() throws {
    func photo(_ number: Int, _ properties: String) throws {
      let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
        xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
        xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" \
        xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">\(properties)\
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
      let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
      let length = segment.count + 2
      var jpeg = Workplace.photos[number - 1]
      jpeg.insert(
        contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + segment, at: 2)
      try place.folder.write(jpeg, to: FilePath("\(number).jpg"))
    }
    func inDefault(_ text: String) -> String {
      #"<rdf:Alt><rdf:li xml:lang="x-default">\#(text)</rdf:li></rdf:Alt>"#
    }
    let alt =
      "<Iptc4xmpCore:AltTextAccessibility>\(inDefault("A dog &amp; a ball."))"
      + "</Iptc4xmpCore:AltTextAccessibility>"
    let description = "<dc:description>\(inDefault("In the park"))</dc:description>"
    let title = "<dc:title>\(inDefault("Bello"))</dc:title>"
    let people =
      "<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna</rdf:li></rdf:Bag>"
      + "</Iptc4xmpExt:PersonInImage><photoshop:City>Rome</photoshop:City>"
      + "<photoshop:DateCreated>2024-05-03</photoshop:DateCreated>"
    try photo(1, alt + description + title)
    try photo(2, description + title)
    try photo(3, title + people)
    try photo(4, people)
    let byDefault = "A collage of 4 photos in 2 rows of 2."
    #expect(try made().whole == byDefault)
    let secrets = ["Bello", "Anna", "Rome", "park", "2024"]
    let bytes = String(decoding: try place.folder.read("out.jpg"), as: UTF8.self)
    #expect(secrets.allSatisfy { !bytes.contains($0) })
    #expect(
      try made("--alt", "auto").whole
        == "4 photos: at the top left, A dog & a ball; at the top right, In the park; at the "
        + "bottom left, Bello; at the bottom right, Anna, Rome, 3 May 2024.")
    #expect(
      try made("--alt", "auto", "--alt", "1=none", "--alt", "4=The end").whole
        == "4 photos: at the top left, a photo; at the top right, In the park; at the bottom "
        + "left, Bello; at the bottom right, The end.")
    // What lies beside a photo counts as for captions.
    try place.folder.write(
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
        xmlns:dc="http://purl.org/dc/elements/1.1/">\
        <dc:description>\(inDefault("Beside it"))</dc:description>\
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8), to: "2.jpg.xmp")
    #expect(try made("--alt", "auto").whole?.contains("at the top right, Beside it") == true)
    // Another picture's own words.
    #expect(try place.run("describe", "1.jpg").answer == .done("A dog & a ball.\n"))
    #expect(try place.run("describe", "2.jpg").answer == .done("In the park\n"))
  }

  @Test func `control and direction characters are dropped, other scripts kept`() throws {
    let given = "\u{1B}[31mred\u{202E} evil\u{2066}\u{200F}\u{7}\r\n\n new \u{2028} line  漢字 é नमस्ते"
    let kept = "[31mred evil new line 漢字 é नमस्ते"
    #expect(try made("--alt", given).whole == kept)
    let line =
      "{\"photos\": [\"1.jpg\", {\"path\": \"2.jpg\", \"alt\": \"a\\u202e\\nb\"}], "
      + "\"output\": \"job.jpg\", \"layout\": \"strip\"}"
    try place.folder.write(Array(line.utf8), to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl")
    #expect(batch.exitCode == 0, "\(batch)")
    #expect(
      try words(in: "job.jpg").whole
        == "A collage of 2 photos: side by side. At the right, a b.")
    let described = try place.run("describe", "job.jpg")
    #expect(described.answer == .done("A collage of 2 photos: side by side. At the right, a b.\n"))
    for empty in ["", " \n ", "\u{202E}"] { #expect(try made("--alt", empty) == Words()) }
  }

  @Test(arguments: ["jpg", "png", "pdf"])
  func `any number of words is taken, and shortened`(format: String) throws {
    let long = String(repeating: "Κάτι & ", count: 60_000)
    let line =
      "{\"photos\": [\"1.jpg\", \"2.jpg\"], \"output\": \"job.\(format)\", \"alt\": "
      + "\"\(long)\"}"
    try place.folder.write(Array(line.utf8), to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl")
    #expect(batch.exitCode == 0, "\(batch)")
    let name = FilePath("job.\(format)")
    let found = try words(in: name)
    let (brief, whole) = (try #require(found.brief), try #require(found.whole))
    #expect(brief.unicodeScalars.count <= 300 && brief.unicodeScalars.count > 250)
    #expect(brief.hasSuffix("Κάτι &\u{2026}") || brief.hasSuffix("Κάτι\u{2026}"))
    #expect(whole.unicodeScalars.count <= 20_000 && whole.unicodeScalars.count > 9_000)
    #expect(whole.hasSuffix("\u{2026}") && found.description == whole)
    let described = try place.run("describe", name.string)
    #expect(described.output == whole + "\n")
    // The recipe is still found, and verified.
    let again = try place.run(
      ["prompt", "--reopen", name.string], input: .text("save again.\(format)\n"))
    #expect(again.exitCode == 0, "\(again)")
    #expect(try place.folder.read(name) == place.folder.read(FilePath("again.\(format)")))
  }

  @Test func `a library shows words, finds them, and makes the same collage again`() throws {
    let first = try place.run(Self.four + ["--alt", "A Tower in the rain", "--alt", "2=Bello"])
    let second = try place.run(Self.four + ["--alt", "3=A lighthouse", "--json"])
    let third = try place.run(Self.four)
    let id = try #require(
      second.output.split(separator: "\"id\":\"").last?.split(separator: "\"").first)
    #expect(
      second.output.contains(
        #""alt":"A collage of 4 photos in 2 rows of 2. At the bottom left, A lighthouse.""#))
    #expect(try place.run("library", "list", "tower").output.hasPrefix(first.id))
    #expect(try place.run("library", "list", "LIGHTHOUSE").output.hasPrefix(id))
    #expect(try place.run("library", "list", "--", "rows", "-lighthouse").exitCode == 1)
    #expect(try place.run("describe", first.id).output == "A Tower in the rain\n")
    let shown = try place.run("library", "show", first.id).output
    #expect(shown.contains("alt         A Tower in the rain\n"))
    let json = try place.run("library", "show", first.id, "--json").output
    #expect(json.contains(#""alt":"A Tower in the rain""#))
    for id in [first.id, String(id), third.id] {
      let again = try place.run("library", "remake", id)
      #expect(again.output.contains(id), "\(again)")
    }
    let manifest = try place.run("library", "manifest", first.id).output
    #expect(manifest.contains(#""alt":"A Tower in the rain""#))
    #expect(manifest.contains(#""alt":"Bello""#))
  }

  @Test func `a description says where it is from, and is one line of JSON`() throws {
    _ = try made("--alt", String(repeating: "word ", count: 100))
    let brief = try place.run("describe", "out.jpg", "--brief").output
    #expect(brief.unicodeScalars.count <= 301 && brief.hasSuffix("word\u{2026}\n"))
    let json = try place.run("describe", "out.jpg", "--json").output
    #expect(json.contains(#""source":"file""#) && json.contains(#""path":"out.jpg""#))
    _ = try made("--alt", "none")
    #expect(try place.run("describe", "out.jpg", "--json").output.contains(#""source":"recipe""#))
    let plain = try place.run("describe", "1.jpg")
    #expect(
      plain.answer == .failed(1, "1.jpg: it has no description"))
    #expect(try place.run("describe", "missing.jpg").exitCode == 66)
    try place.folder.write(Array("words".utf8), to: "notes.txt")
    #expect(try place.run("describe", "notes.txt").exitCode == 65)
  }

  @Test func `the language of the words is stated`() throws {
    #expect(try made("--lang", "pt_BR").language == "pt-BR")
    #expect(try made("--lang", "de_DE.UTF-8@euro").language == "de-DE")
    #expect(try made("--lang", "auto").language == "en")
  }

  @Test func `a prompt's alt is for all or for one photo`() throws {
    let outcome = try place.run(
      ["prompt", "1.jpg", "2.jpg"],
      input: .text(
        "layout strip\nalt 2 A sunny day\nalt\nsave out.jpg\n"))
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(
      try words(in: "out.jpg").whole
        == "A collage of 2 photos: side by side. At the right, A sunny day.")
    let all = try place.run(
      ["prompt", "1.jpg", "2.jpg"], input: .text("alt Two days in Rome\nsave two.jpg\n"))
    #expect(all.exitCode == 0, "\(all)")
    #expect(try words(in: "two.jpg").whole == "Two days in Rome")
  }

  @Test func `books and sheets say what they are`() throws {
    let book = try place.run(
      "pages", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--per-page", "2", "--canvas", "A6@50dpi", "-o",
      "book.pdf")
    #expect(book.exitCode == 0, "\(book)")
    #expect(try words(in: "book.pdf").whole == "A book of 2 pages with 4 photos.")
    #expect(
      try place.run("describe", "book.pdf").output == "A book of 2 pages with 4 photos.\n")
    let sheet = try place.run(Self.four + ["--alternatives", "3", "-o", "sheet.png"])
    #expect(sheet.exitCode == 0, "\(sheet)")
    #expect(try words(in: "sheet.png").whole?.hasPrefix("A sheet of ") == true)
  }
}

/// Words on collages with text.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct AltTextOfDrawnTextTests {
  @Test func `title and captions that are drawn are told`() throws {
    let place = try Workplace(photos: 2)
    let outcome = try place.run(
      "make", "1.jpg", "2.jpg", "--layout", "strip", "--canvas", "400x300px", "--title", "Rome.",
      "--caption", "1=Forum", "-o", "out.jpg")
    #expect(outcome.exitCode == 0, "\(outcome)")
    let text =
      "A collage of 2 photos: side by side. Title: Rome. At the left, caption: Forum."
    #expect(try place.run("describe", "out.jpg").answer == .done(text + "\n"))
    _ = try place.run(
      "make", "1.jpg", "2.jpg", "--layout", "strip", "--canvas", "400x300px", "--title", "Rome.",
      "--caption", "1=Forum", "--alt", "none", "-o", "none.jpg")
    #expect(try place.run("describe", "none.jpg").answer == .done(text + "\n"))
  }
}
