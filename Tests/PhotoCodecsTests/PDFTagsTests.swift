import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Whole PDFs with words: of one page, and of many.
struct PDFTagsTests {
  private typealias Part = PictureWords.Part
  private typealias Element = PDFTags.Element

  private static let size = PixelSize(width: 120, height: 80)
  private static let raster = Raster.noise(size)
  private static let recipe = RecipeRecord(json: #"{"a":1}"#)
  private static let proof = Digest(hexadecimal: String(repeating: "0a", count: 32))!

  /// A title, if it isn't empty, and so many photos below each other with captions.
  private static func words(
    _ title: String, photos: Int, text: String = "(a) \u{F1}", language: String = "pt-BR"
  ) -> PictureWords {
    let area = PixelRect(x: 10, y: 0, width: 100, height: 8)
    let titles = title.isEmpty ? [] : [Part(.title, title, in: area)]
    let parts = (0..<photos).flatMap { place in
      let area = PixelRect(x: 0, y: 10 + place % 30 * 2, width: 120, height: 1)
      return [
        Part(.photo, "\(text) \(place)", in: area),
        Part(.caption, "Caption \(place)", in: area.moved(x: 0, y: 1)),
      ]
    }
    return PictureWords(
      description: "Long", brief: "Short", language: language, parts: titles + parts)
  }

  private func pdf(
    _ words: PictureWords?, _ coding: PixelCoding = .jpeg(.default), threads: Int = 1
  ) throws -> [UInt8] {
    var recipe = Self.recipe
    recipe.words = words
    let encoder = try PhotoEncoder(
      PixelBands(Self.raster, as: .pdf(coding)), recipe: recipe,
      threads: threads)
    var bytes: [UInt8] = []
    while let more = try encoder.nextBytes() { bytes += more }
    return bytes
  }

  @Test func `a collage has a title, a language and a structure`() throws {
    let bytes = try pdf(Self.words("Rome & <more>", photos: 1))
    let tags = try PDFTags(bytes)
    #expect(tags.groups == ["Document"])
    // 300 pixels are an inch, so that a pixel has 0.24 points.
    #expect(
      tags.elements == [
        Element(type: "H1", text: "Rome & <more>", page: 0, box: [2.4, 17.28, 26.4, 19.2]),
        Element(type: "Collage", text: "Long", page: 0, box: [0, 0, 28.8, 19.2]),
        Element(type: "Figure", text: "(a) \u{F1} 0", page: 0, box: [0, 16.56, 28.8, 16.8]),
        Element(type: "Caption", text: "Caption 0", page: 0, box: [0, 16.32, 28.8, 16.56]),
      ])
    #expect(tags.artifacts.isEmpty)
    let catalogue = tags.catalogue
    #expect(catalogue["Lang"]?.string == "pt-BR")
    #expect(catalogue["MarkInfo"]?["Marked"] == .word("true"))
    #expect(catalogue["ViewerPreferences"]?["DisplayDocTitle"] == .word("true"))
    let objects = try PDFObjects(bytes)
    #expect(objects.value(6).contains("/Title(Rome & <more>)"))
    let packet = String(decoding: try objects.stream(1), as: UTF8.self)
    #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"))
    #expect(packet.contains(#"<rdf:li xml:lang="x-default">Rome &amp; &lt;more&gt;</rdf:li>"#))
    #expect(objects.numbers(containing: "/RoleMap<</Collage/Figure>>").count == 1)
    #expect(try RecipeRecord.read(from: opened(bytes))?.json == Self.recipe.json)
    #expect(try FileSeal.digest(of: opened(bytes)) != nil)
  }

  @Test func `a collage without words claims nothing`() throws {
    let bytes = try pdf(nil)
    #expect(try PDFObjects(bytes).count == 9)
    for claim in ["pdfuaid", "StructTreeRoot", "MarkInfo", "/Lang", "BDC", "BMC", "/Title"] {
      #expect(bytes.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
    }
  }

  @Test(arguments: [0, 1, 30, 1000])
  func `however much is said, the picture is found again, and the bytes are the same`(
    photos: Int
  ) throws {
    var limits = DecodeLimits()
    limits.readsCollagePDFs = true
    // What looks like parts of a file in a text changes nothing.
    let text = "/Subtype/Image/Width 9/Height 9 stream endstream endobj xref startxref %%EOF"
    let words = Self.words("stream", photos: photos, text: text)
    for coding in [PixelCoding.jpeg(.default), .deflated(.default)] {
      let bytes = try pdf(words, coding)
      #expect(try pdf(words, coding, threads: 3) == bytes)
      #expect(try PDFTags(bytes).elements.count == 2 + 2 * photos)
      let objects = try PDFObjects(bytes)
      let shown = try header(bytes, limits: limits)
      #expect(shown.size == Self.size && shown.fault == nil)
      let range = try #require(shown.preview)
      #expect(try Array(bytes[range]) == objects.stream(8))
    }
  }

  @Test func `other words give another file and another id`() throws {
    let files = try [Self.words("", photos: 1), Self.words("", photos: 1, text: "b")].map {
      try PDFObjects(pdf($0)).trailer
    }
    #expect(files[0] != files[1])
  }

  /// A book of pages with these titles; "" for none.
  private func book(
    _ titles: [String], hasCover: Bool
  ) throws -> [UInt8] {
    var book = PDFBook(
      pages: titles.count, .sRGB, recipe: Self.recipe,
      PDFDocumentWords(title: "Our book", language: "en", hasCover: hasCover))
    var bytes: [UInt8] = []
    for title in titles {
      let page = try PDFBookPage(
        PixelBands(Self.raster, as: .pdf(.jpeg(.default))), innerRecipe: nil,
        words: Self.words(title, photos: 2))
      bytes += book.bytes(adding: page)
    }
    return bytes + book.end(proof: Self.proof).bytes
  }

  private func bookmarks(_ bytes: [UInt8]) throws -> [String] {
    let objects = try PDFObjects(bytes)
    func value(_ number: Int) throws -> PDFValue {
      let text = objects.value(number)
      return try #require(PDFValue(text.dropFirst("\(number) 0 obj\n".count)))
    }
    let number = try #require(PDFTags(bytes).catalogue["Outlines"]?.reference)
    let outlines = try value(number)
    var titles: [String] = []
    var next = outlines["First"]?.reference
    var previous: Int?
    while let current = next {
      let item = try value(current)
      #expect(item["Parent"]?.reference == number && item["Prev"]?.reference == previous)
      let page = try #require(item["Dest"]?.array?.first?.reference)
      #expect(objects.value(page).contains("/Type/Page/"))
      let section = try #require(item["SE"]?.reference)
      #expect(try value(section)["S"]?.name == "Sect")
      titles.append(try #require(item["Title"]?.string))
      (previous, next) = (current, item["Next"]?.reference)
    }
    #expect(outlines["Last"]?.reference == previous)
    #expect(outlines["Count"]?.number == Double(titles.count))
    return titles
  }

  @Test func `each page of a book is a section with a bookmark`() throws {
    let bytes = try book(["May", "", "June \u{2013} July"], hasCover: false)
    let tags = try PDFTags(bytes)
    #expect(tags.groups == ["Document", "Sect", "Sect", "Sect"])
    let page = ["Collage", "Figure", "Caption", "Figure", "Caption"]
    #expect(tags.elements.map(\.type) == ["H1"] + page + page + ["H1"] + page)
    #expect(
      tags.elements.map(\.page) == Array(repeating: 0, count: 6) + Array(repeating: 1, count: 5)
        + Array(repeating: 2, count: 6))
    #expect(
      try bookmarks(bytes) == ["Page 1: May", "Page 2", "Page 3: June \u{2013} July"])
    #expect(tags.catalogue["PageLabels"] == nil)
    #expect(try PDFObjects(bytes).value(3).contains("/Title(Our book)"))
    #expect(try FileSeal.digest(of: opened(bytes)) != nil)
    #expect(try PDFBook.proof(in: opened(bytes)) == Self.proof)
  }

  @Test func `the title of a cover is above those of its pages, which are counted without it`()
    throws
  {
    let bytes = try book(["Rome", "May", ""], hasCover: true)
    let tags = try PDFTags(bytes)
    #expect(tags.elements.map(\.type).filter { $0.hasPrefix("H") } == ["H1", "H2"])
    #expect(try bookmarks(bytes) == ["Cover: Rome", "Page 1: May", "Page 2"])
    let labels = tags.catalogue["PageLabels"]?["Nums"]?.array
    #expect(labels?[1]["P"]?.string == "Cover" && labels?[3]["S"]?.name == "D")
    // Levels begin with 1.
    let untitled = try PDFTags(book(["", "May", "June"], hasCover: true))
    #expect(untitled.elements.map(\.type).filter { $0.hasPrefix("H") } == ["H1", "H1"])
  }

  @Test func `a page of which nothing is said is an artifact in a tagged book`() throws {
    var book = PDFBook(
      pages: 1, .sRGB, recipe: Self.recipe, PDFDocumentWords(title: "Book", language: "en"))
    let page = try PDFBookPage(
      PixelBands(Self.raster, as: .pdf(.jpeg(.default))), innerRecipe: nil)
    let tags = try PDFTags(book.bytes(adding: page) + book.end(proof: Self.proof).bytes)
    #expect(tags.elements.isEmpty && tags.artifacts == [""])
  }
}
