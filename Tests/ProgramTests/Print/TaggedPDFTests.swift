import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// PDFs for people who don't see them: PDF/UA-1 (ISO 14289-1).
@Suite(.waiting) struct TaggedPDFTests {
  private let place: Workplace
  private static let millimetre = 72 / 25.4

  init() throws { place = try Workplace() }

  private static let make = [
    "make", "1.jpg", "2.jpg", "--layout", "columns", "--gap", "0", "--margin", "0", "--canvas",
    "5x3cm@100dpi", "--quiet",
  ]

  private func tags(_ name: FilePath, _ arguments: [String]) throws -> PDFTags {
    let made = try place.run(arguments + ["-o", name.string, "--force"])
    try #require(made.exitCode == 0, "\(made)")
    return try PDFTags(place.folder.read(name))
  }

  /// Whether a box is where corners in millimetres say, to a pixel.
  private func lies(_ element: PDFTags.Element, _ corners: [Double]) -> Bool {
    zip(element.box, corners).allSatisfy { abs($0 / Self.millimetre - $1) < 0.3 }
  }

  @Test(arguments: [[], ["--lossless"], ["--canvas", "20x12px"]])
  func `each photo is a figure where it lies, and the file claims to be PDF/UA`(
    options: [String]
  ) throws {
    let tags = try tags("out.pdf", Self.make + options)
    #expect(tags.groups == ["Document"] && tags.artifacts.isEmpty)
    #expect(tags.elements.map(\.type) == ["Collage", "Figure", "Figure"])
    #expect(tags.elements[0].text.hasPrefix("A collage of 2 photos"))
    #expect(tags.elements[1].text.hasPrefix("Photo 1 of 2"))
    if !options.contains("--canvas") {
      #expect(lies(tags.elements[0], [0, 0, 50, 30]))
      #expect(lies(tags.elements[1], [0, 0, 25, 30]) && lies(tags.elements[2], [25, 0, 50, 30]))
    }
    #expect(tags.catalogue["Lang"]?.string == "en")
    #expect(tags.catalogue["MarkInfo"]?["Marked"] == .word("true"))
    #expect(tags.catalogue["ViewerPreferences"]?["DisplayDocTitle"] == .word("true"))
    let objects = try PDFObjects(place.folder.read("out.pdf"))
    let packet = String(decoding: try objects.stream(1), as: UTF8.self)
    #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"))
    #expect(packet.contains(#"<rdf:li xml:lang="x-default">Collage of 2 photos</rdf:li>"#))
    #expect(objects.value(6).contains("/Title(Collage of 2 photos)"))
    _ = try objects.number(containing: "/Subtype/Image")
  }

  @Test func `without a description nothing is tagged, and nothing is claimed`() throws {
    for arguments in [
      Self.make, ["pages", "1.jpg", "2.jpg", "--canvas", "A6@50dpi", "--quiet"],
    ] {
      let made = try place.run(arguments + ["--alt", "none", "-o", "out.pdf", "--force"])
      #expect(made.exitCode == 0, "\(made)")
      let bytes = try place.folder.read("out.pdf")
      for claim in ["pdfuaid", "StructTreeRoot", "MarkInfo", "/Outlines", "/StructParents"] {
        #expect(bytes.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
      }
      _ = try PDFObjects(bytes)
    }
  }

  @Test func `the language and the words that were given are in the structure`() throws {
    let tags = try tags(
      "out.pdf", Self.make + ["--lang", "pt-BR", "--alt", "O mar", "--alt", "2=A praia"])
    #expect(tags.catalogue["Lang"]?.string == "pt-BR")
    #expect(tags.elements[0].text == "O mar")
    #expect(tags.elements[2].text.hasSuffix("A praia"))
    // Only what the program says by itself is in English.
    #expect(tags.elements.map(\.language) == [nil, "en", nil])
    let plain = try self.tags("plain.pdf", Self.make + ["--lang", "de"])
    #expect(plain.elements.map(\.language) == ["en", "en", "en"])
    let english = try self.tags("english.pdf", Self.make + ["--lang", "en-GB"])
    #expect(english.elements.map(\.language) == [nil, nil, nil])
  }

  @Test func `a bleed moves the figures`() throws {
    let tags = try tags("out.pdf", Self.make + ["--bleed", "3mm"])
    #expect(lies(tags.elements[0], [0, 0, 56, 36]))
    #expect(lies(tags.elements[1], [3, 3, 28, 33]) && lies(tags.elements[2], [28, 3, 53, 33]))
  }

  @Test func `of the copies on a sheet the first is read, and nothing of the marks`() throws {
    let tags = try tags(
      "out.pdf", Self.make + ["--bleed", "2mm", "--sheet", "A6", "--copies", "3", "--cut-marks"])
    #expect(tags.elements.map(\.type) == ["Collage", "Figure", "Figure"])
    #expect(tags.artifacts == ["", "", "Page"])
    let whole = tags.elements[0].box
    for figure in tags.elements.dropFirst() {
      #expect(figure.box[0] > whole[0] && figure.box[2] < whole[2])
      #expect(figure.box[1] > whole[1] && figure.box[3] < whole[3])
    }
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `titles are headings, captions are read, lines in the margins are not`() throws {
    let tags = try tags(
      "out.pdf",
      Self.make + [
        "--canvas", "10x8cm@100dpi", "--title", "R\u{E9}union (2024)", "--caption",
        "1=On the beach",
        "--footer", "Ours",
      ])
    #expect(tags.elements.map(\.type) == ["H1", "Collage", "Figure", "Caption", "Figure"])
    #expect(tags.elements[0].text == "R\u{E9}union (2024)")
    #expect(tags.elements[3].text == "On the beach")
    #expect(tags.artifacts == ["Pagination Footer"])
    let objects = try PDFObjects(place.folder.read("out.pdf"))
    #expect(
      String(decoding: try objects.stream(1), as: UTF8.self).contains("R\u{E9}union (2024)</"))
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `each page of a book is a section with a bookmark, and a cover is above them`() throws {
    let pages = [
      "pages", "1.jpg", "2.jpg", "1.jpg", "--per-page", "1", "--canvas", "A6@50dpi", "--quiet",
    ]
    let book = try tags("book.pdf", pages + ["--cover", "--title", "Rome", "--page-numbers"])
    #expect(book.groups == ["Document"] + Array(repeating: "Sect", count: 4))
    #expect(book.elements.filter { $0.type == "Figure" }.map(\.page) == [0, 1, 2, 3])
    #expect(book.elements.first?.type == "H1" && book.elements.first?.text == "Rome")
    #expect(book.artifacts == Array(repeating: "Pagination Footer", count: 3))
    #expect(book.catalogue["PageLabels"] != nil)
    let objects = try PDFObjects(place.folder.read("book.pdf"))
    #expect(objects.value(3).contains("/Title(Rome)"))
    for title in ["Cover: Rome", "Page 1", "Page 2", "Page 3"] {
      #expect(objects.numbers(containing: "/Title(\(title))/Parent ").count == 1, "\(title)")
    }
    let headed = try tags("book.pdf", pages + ["--headings", "folder"])
    #expect(headed.elements.filter { $0.type.hasPrefix("H") }.map(\.type) == ["H1"])
    #expect(
      try PDFObjects(place.folder.read("book.pdf")).value(3).contains("/Title(Book of 3 pages)"))
  }

  @Test func `sheets of layouts and of collages are tagged, too`() throws {
    let layouts = try tags(
      "out.pdf", ["make", "1.jpg", "2.jpg", "--alternatives", "2", "--quiet"])
    #expect(layouts.elements.map(\.type) == ["Collage", "Figure", "Figure"])
    #expect(layouts.elements[0].text == "A sheet of 2 layouts.")
    #expect(layouts.elements[2].text == "Layout 2")
    let objects = try PDFObjects(place.folder.read("out.pdf"))
    #expect(objects.value(6).contains("/Title(Sheet of 2 layouts)"))
    #expect(try place.make("1.jpg", "2.jpg").exitCode == 0)
    #expect(try place.run("library", "list", "--sheet", "sheet.pdf").exitCode == 0)
    let library = try PDFTags(place.folder.read("sheet.pdf"))
    #expect(library.elements.filter { $0.type == "Figure" }.count == 1)
  }

  @Test(.enabled(if: Installed.python(with: "pdfua") != nil, "needs Python with pdfua"))
  func `a checker of PDF/UA finds no fault`() throws {
    _ = try tags("one.pdf", Self.make)
    _ = try tags("sheet.pdf", Self.make + ["--sheet", "A6", "--cut-marks"])
    _ = try tags(
      "book.pdf", ["pages", "1.jpg", "2.jpg", "--per-page", "1", "--canvas", "A6@50dpi"])
    let python = try #require(Installed.python(with: "pdfua"))
    for name in ["one.pdf", "sheet.pdf", "book.pdf"] {
      let script = """
        import sys
        from pdfua.validator import validate
        print(len(validate(sys.argv[1]).findings))
        """
      let checked = try ChildProcess(
        python, ["-c", script, name], in: place.folder.path, environment: Installed.inherited
      ).run()
      #expect(checked.output == "0\n", "\(name): \(checked)")
    }
  }
}
