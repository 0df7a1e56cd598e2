import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The names of the books that `collage batch --books` makes of folders.
@Suite(.waiting) struct BookNameTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 4) }

  /// Makes folders below `in` with a photo each, by the photos' numbers.
  private func folders(_ folders: [(FilePath, Int)]) throws {
    if try !place.folder.names(in: "").contains("in") { try place.folder.makeFolder("in") }
    for (folder, photo) in folders {
      var path: FilePath = "in"
      for name in folder.components {
        path.append(name)
        if try !place.folder.names(in: path.removingLastComponent()).contains(name.string) {
          try place.folder.makeFolder(path)
        }
      }
      let name = FilePath(place.names(4)[photo])
      try place.folder.write(place.folder.read(name), to: path.pushing(name))
    }
  }

  /// The photos in each book that was asked for; nil for a job that failed.
  private func books() throws -> [String: String?] {
    let outcome = try place.run(
      ["batch", "--from-folders", "in", "--books", "books"] + PagesPlace.options)
    let results = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(ResultLine.self, from: Data($0.utf8))
    }
    return Dictionary(
      uniqueKeysWithValues: results.map { result in
        (result.job, result.path.map { FilePath($0).lastComponent!.string })
      })
  }

  @Test func `a folder's book keeps its name whatever comes beside it`() throws {
    try folders([("a-b", 0)])
    #expect(try books() == ["a-b": "a-b.pdf"])
    let book = try place.folder.read("books/a-b.pdf")
    try folders([("a/b", 1)])
    #expect(try books() == ["a/b": "a-b-2.pdf", "a-b": "a-b.pdf"])
    #expect(try place.folder.read("books/a-b.pdf") == book)
    // Its book is not given to others while the folder fails, or is away.
    try place.folder.write([1], to: "in/a-b/00.png")
    try folders([("a-b/x", 2)])
    #expect(try books() == ["a/b": "a-b-2.pdf", "a-b": nil, "a-b/x": "a-b-x.pdf"])
    #expect(try place.folder.read("books/a-b.pdf") == book)
  }

  @Test func `a book that somebody named is no folder's, and stays`() throws {
    try folders([("a/b", 1), ("a-b", 0)])
    try place.folder.makeFolder("books")
    let made = try place.run(["pages", "00.png"] + PagesPlace.options + ["-o", "books/a-b.pdf"])
    #expect(made.exitCode == 0)
    let book = try place.folder.read("books/a-b.pdf")
    let names = ["a/b": "a-b-3.pdf", "a-b": "a-b-2.pdf"]
    #expect(try Set(books().values) == Set(names.values))
    #expect(try Set(books().values) == Set(names.values))
    #expect(try place.folder.read("books/a-b.pdf") == book)
  }

  @Test func `a link to another folder's book, or to nothing, is no folder's book`() throws {
    try folders([("a", 0), ("b", 1), ("c", 2)])
    try place.folder.makeFolder("books")
    try place.folder.makeSymbolicLink("books/a.pdf", to: "b.pdf")
    try place.folder.makeSymbolicLink("books/c.pdf", to: "missing.pdf")
    let names = ["a": "a-2.pdf", "b": "b.pdf", "c": "c-2.pdf"]
    #expect(try books() == names)
    #expect(try place.photos(in: "books/b.pdf") == [[1]])
    #expect(try books() == names)
    #expect(try !place.folder.names(in: "books").contains("missing.pdf"))
  }

  @Test func `a link to a file that an earlier line writes is found`() throws {
    try place.folder.makeSymbolicLink("z.pdf", to: "a.pdf")
    let line = { (photo: String, name: String) in
      #"{"photos": ["\#(photo).png"], "pages": true, "output": "\#(name).pdf"}"# + "\n"
    }
    try place.folder.write((line("00", "a") + line("01", "z")).utf8, to: "jobs.jsonl")
    let outcome = try place.run(["batch", "jobs.jsonl"] + PagesPlace.options)
    #expect(outcome.exitCode == 1 && outcome.output.contains("an earlier line also writes"))
    #expect(try place.photos(in: "a.pdf") == [[0]])
  }

  @Test func `a path longer than any can be is refused before it is taken apart`() throws {
    let output = String(repeating: "x/", count: 300_000) + "c.jpg"
    try place.folder.write(
      #"{"photos": ["00.png", "01.png"], "output": "\#(output)"}"#.utf8, to: "jobs.jsonl")
    let outcome = try place.run(["batch", "jobs.jsonl"] + PagesPlace.options)
    #expect(outcome.output.contains(#"\"output\": is longer than any path can be"#), "\(outcome)")
  }
}
