import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Books made by `collage batch`.
@Suite(.waiting) struct BatchPagesTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 9) }

  private func run(_ lines: [String], _ options: [String] = []) throws -> [ResultLine] {
    try place.folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "jobs.jsonl")
    return try results(of: ["jobs.jsonl"] + options)
  }

  private func results(of arguments: [String]) throws -> [ResultLine] {
    let outcome = try place.run(["batch"] + arguments + PagesPlace.options)
    return try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(ResultLine.self, from: Data($0.utf8))
    }
  }

  @Test func `a line with pages is a book, whose bytes are those of the command`() throws {
    let photos = place.names(9).map { "\"\($0)\"" }.joined(separator: ", ")
    let results = try run([
      #"{"photos": [\#(photos)], "pages": true, "per-page": 4, "output": "a.pdf", "footer": "{page}"}"#,
      #"{"photos": ["00.png", "01.png"], "output": "b.pdf"}"#,
    ])
    #expect(results.map(\.status) == ["saved", "saved"], "\(results)")
    #expect(try place.photos(in: "a.pdf") == [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    #expect(try place.photos(in: "b.pdf") == [[0, 1]])
    let made = try place.pages(9, ["--per-page", "4", "--footer", "{page}", "-o", "c.pdf"])
    #expect(try made.exitCode == 0 && place.folder.read("a.pdf") == place.folder.read("c.pdf"))
  }

  @Test func `a book of the same photos and options is not made again`() throws {
    let line =
      #"{"photos": ["00.png", "01.png"], "pages": true, "output": "a.pdf", "header": "{folder}"}"#
    #expect(try run([line]).map(\.status) == ["saved"])
    let book = try place.folder.read("a.pdf")
    let again = try run([line])
    #expect(again.map(\.status) == ["unchanged"] && again[0].bytes == book.count)
    // The command makes the same.
    #expect(try place.pages(2, ["--header", "{folder}", "-o", "b.pdf"]).exitCode == 0)
    #expect(try place.folder.read("b.pdf") == book)
    #expect(try run([line], ["--gap", "3"]).map(\.status) == ["saved"])
    #expect(try run([line]).map(\.status) == ["saved"])
    try place.folder.write(place.folder.read("02.png"), to: "01.png")
    #expect(try run([line]).map(\.status) == ["saved"])
    #expect(try place.photos(in: "a.pdf") == [[0, 2]])
    // A book that somebody has changed is only replaced by force.
    let changed = try place.folder.read("a.pdf").map { $0 == 0x51 ? 0x71 : $0 }
    try place.folder.write(changed, to: "a.pdf")
    #expect(try run([line]).map(\.error?.code) == [73])
    #expect(try place.folder.read("a.pdf") == changed)
    #expect(try run([line], ["--force"]).map(\.status) == ["saved"])
  }

  @Test func `options of the command line hold for pages that don't say otherwise`() throws {
    let photos = place.names(9).map { "\"\($0)\"" }.joined(separator: ", ")
    let results = try run(
      [
        #"{"photos": [\#(photos)], "pages": true, "output": "a.pdf"}"#,
        #"{"photos": [\#(photos)], "pages": true, "per-page": 9, "output": "b.pdf"}"#,
      ], ["--per-page", "3"])
    #expect(results.map(\.status) == ["saved", "saved"], "\(results)")
    #expect(try place.photos(in: "a.pdf").count == 3 && place.photos(in: "b.pdf").count == 1)
  }

  @Test func `folders are photos of a book, and each folder can become one`() throws {
    try place.folder.makeFolder("trips")
    try place.folder.makeFolder("books")
    for (folder, photo) in [("trips/Rome", 0), ("trips/Delft", 1)] {
      try place.folder.makeFolder(FilePath(folder))
      for number in [photo, photo + 2] {
        let name = place.names(9)[number]
        try place.folder.write(
          place.folder.read(FilePath(name)), to: FilePath("\(folder)/\(name)"))
      }
    }
    let made = try run([#"{"photos": ["trips/Rome"], "pages": true, "output": "a.pdf"}"#])
    #expect(made.map(\.status) == ["saved"], "\(made)")
    #expect(try place.photos(in: "a.pdf") == [[0, 2]])
    let books = try results(
      of: ["--from-folders", "trips", "--books", "books", "--header", "{folder}"])
    #expect(books.map(\.job) == ["Delft", "Rome"] && books.allSatisfy { $0.status == "saved" })
    #expect(try place.folder.names(in: "books") == ["Delft.pdf", "Rome.pdf"])
    #expect(try place.photos(in: "books/Delft.pdf") == [[1, 3]])
  }

  @Test func `folders' names never keep their books from being made`() throws {
    let long = String(repeating: "\u{e9}", count: 120)
    let folders = [
      "2024-Rome", "2024", "2024/Rome", "2024/rome", "trips", "b{n}", long, "\(long)/\(long)",
    ]
    try place.folder.makeFolder("trips")
    for (number, folder) in folders.enumerated() {
      try place.folder.makeFolder(FilePath("trips/\(folder)"))
      let name = place.names(9)[number]
      try place.folder.write(
        place.folder.read(FilePath(name)), to: FilePath("trips/\(folder)/\(name)"))
    }
    try place.folder.write(place.folder.read("08.png"), to: "trips/08.png")
    let batch = ["--from-folders", "trips", "--books", "new/books"]
    let made = try results(of: batch)
    #expect(made.count == 9 && made.allSatisfy { $0.status == "saved" }, "\(made)")
    let names = try place.folder.names(in: "new/books")
    #expect(
      Set(names) == [
        "trips.pdf", "trips-2.pdf", "2024.pdf", "2024-Rome.pdf", "2024-rome-2.pdf",
        "2024-Rome-3.pdf", "b{n}.pdf", "\(long).pdf",
        "\(long)-\(String(repeating: "\u{e9}", count: 5)).pdf",
      ])
    let again = try results(of: batch)
    #expect(again.count == 9 && again.allSatisfy { $0.status == "unchanged" }, "\(again)")
    #expect(try place.folder.names(in: "new/books") == names)
  }

  @Test func `a folder for books that can't be made is one error`() throws {
    try place.folder.makeFolder("trips")
    try place.folder.write([1], to: "books")
    try place.expectNothingChanges(
      by: ["batch", "--from-folders", "trips", "--books", "books/new"],
      .failed(73, "books/new: is not a folder; choose another path"))
  }

  @Test(arguments: [
    (
      #""pages": true"#, #"line 1: "output": pages need a PDF to write; name one, such as book.pdf"#
    ),
    (
      #""pages": true, "output": "x-{n}.jpg""#,
      #"line 1: "output": pages need a PDF to write; name one, such as book.pdf"#
    ),
    (
      #""per-page": 3"#,
      #"line 1: "per-page": works only with "pages": true; add that, or leave it out"#
    ),
    (
      #""pages": true, "output": "x.pdf", "by": "size""#,
      #"line 1: "by": "size" is not valid; it must be name, date or event"#
    ),
    (
      #""pages": true, "output": "x.pdf", "columns": 3, "layout": "strip""#,
      #"line 1: "layout": columns say how photos lie, too; leave one of them out"#
    ),
    (
      #""pages": true, "output": "x.pdf", "columns": 3, "template": "t.png""#,
      #"line 1: "columns": can't be used with a template, which decides how photos lie; leave it out"#
    ),
    (
      #""pages": true, "output": "x-{n}.pdf""#,
      "FOLDER/x-{n}.pdf: a PDF holds all pages; leave out {n}"
    ),
    (
      #""pages": true, "output": "x.pdf", "header": "{n}""#,
      "the header is not valid: there is no field {n}; the fields are {folder}, {date}, {page} and {pages}"
    ),
  ])
  func `a line that can't be a book says why`(keys: String, message: String) throws {
    let results = try run([#"{"photos": ["00.png", "01.png"], \#(keys)}"#])
    #expect(
      results.map(\.error?.messages)
        == [[message.replacing("FOLDER", with: place.folder.string)]])
    #expect(results.map(\.error?.code) == [64])
  }

  @Test func `--books needs folders`() throws {
    try place.expectNothingChanges(
      by: ["batch", "jobs.jsonl", "--books", "books"],
      .failed(
        64,
        #"--books works only with --from-folders; give a manifest's lines "pages": true instead; see 'collage batch --help'"#
      ))
  }
}
