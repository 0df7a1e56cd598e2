import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// How other programs, and earlier and later versions, get on with PDFs.
@Suite(.waiting) struct PDFReaderTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let options = ["--canvas", "3x2cm@100dpi", "--quiet"]

  /// PDFs of every kind by their numbers of pages.
  private func write() throws -> [(name: String, pages: Int)] {
    let kinds: [(String, [String], Int)] = [
      ("one.pdf", ["make"], 1), ("lossless.pdf", ["make", "--lossless"], 1),
      ("sheet.pdf", ["make", "--sheet", "A6", "--cut-marks"], 1),
      ("large.pdf", ["make", "--canvas", "600x5cm@20dpi"], 1),
      ("book.pdf", ["pages", "--per-page", "1", "--bleed", "2mm"], 2),
    ]
    return try kinds.map { name, arguments, pages in
      let options = arguments.contains("--canvas") ? ["--quiet"] : Self.options
      let made = try place.run(arguments + ["1.jpg", "2.jpg"] + options + ["-o", name])
      try #require(made.exitCode == 0, "\(made)")
      return (name, pages)
    }
  }

  /// Has a module of Python count the pages.
  private func expectRead(by module: String) throws {
    let files = try write()
    let script = """
      import sys, \(module)
      for name in sys.argv[1:]: print(name, len(\(module).PdfReader(name).pages))
      """
    let python = try #require(Installed.python(with: module))
    let outcome = try ChildProcess(
      python, ["-W", "ignore", "-c", script] + files.map(\.name),
      in: place.folder.path, environment: Installed.inherited
    ).run()
    #expect(outcome.output == files.map { "\($0.name) \($0.pages)\n" }.joined(), "\(outcome)")
  }

  @Test(.enabled(if: Installed.python(with: "pypdf") != nil, "needs Python with pypdf"))
  func `pypdf reads every PDF`() throws { try expectRead(by: "pypdf") }

  @Test(.enabled(if: Installed.python(with: "PyPDF2") != nil, "needs Python with PyPDF2"))
  func `PyPDF2 reads every PDF`() throws { try expectRead(by: "PyPDF2") }

  @Test(.enabled(if: Installed.python(with: "pdfrw") != nil, "needs Python with pdfrw"))
  func `pdfrw reads every PDF`() throws { try expectRead(by: "pdfrw") }

  @Test func `so does a reader that looks at the last 1,024 bytes alone`() throws {
    for (name, pages) in try write() {
      // It finds the table there, and all objects by it.
      let objects = try PDFObjects(place.folder.read(FilePath(name)))
      #expect(objects.numbers(containing: "/Type/Page/").count == pages, "\(name)")
    }
  }

  /// Puts the seal of a collage where earlier versions had it.
  private func sealAsBefore(_ name: FilePath) throws {
    let bytes = try place.folder.read(name)
    let comment = try #require(bytes.firstRange(of: Array("%urn:collage:1.0/seal ".utf8)))
    let lines = String(decoding: bytes[comment.lowerBound...], as: UTF8.self).split(separator: "\n")
    let before =
      Array(bytes[..<comment.lowerBound]) + Array("\(lines[1])\n\(lines[2])\n".utf8)
    try place.folder.write(before, to: "before")
    let seal = "%urn:collage:1.0/seal \(try place.digest(of: "before"))\n%%EOF\n"
    try place.folder.write(before + Array(seal.utf8), to: "old.pdf")
    try place.folder.remove("before")
  }

  @Test func `a collage that an earlier version sealed is verified, shown and made again`() throws {
    let make = ["make", "1.jpg", "2.jpg"] + Self.options
    let made = try place.run(make + ["--format", "pdf"])
    let asset = place.library.appending("collage-\(made.id).pdf")
    try sealAsBefore(asset)
    let id = try place.identity(of: "old.pdf")
    try #require(id != made.id)
    try place.folder.write(
      place.folder.read("old.pdf"), to: place.library.appending("collage-\(id).pdf"))
    try place.folder.remove(asset)
    #expect(try place.run("library", "verify").exitCode == 0)
    #expect(try place.run("library", "show", id).output.contains("1.jpg"))
    let remade = try place.run("library", "remake", id, "--format", "jpeg", "--quiet")
    #expect(remade.exitCode == 0, "\(remade)")
    #expect(try place.run(make + ["-o", "new.jpg"]).exitCode == 0)
    let picture = try place.picture(place.library.appending("collage-\(remade.id).jpg"))
    #expect(try picture.difference(from: place.picture("new.jpg")) == 0)
    // It may be replaced as any collage.
    #expect(try place.run(make + ["-o", "old.pdf"]).exitCode == 0)
    #expect(try place.identity(of: "old.pdf") == made.id)
  }

  private static let note = "has larger units (UserUnit)"

  /// Expects that one line in all that a run tells is about units.
  private func expectToldOnce(
    _ outcome: Outcome, _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = outcome.error.split(separator: "\n").filter { $0.contains(Self.note) }
    #expect(outcome.exitCode == 0 && lines.count == 1, "\(outcome)", sourceLocation: sourceLocation)
    #expect(lines.first?.hasSuffix("at 1/2 of its size") == true, sourceLocation: sourceLocation)
  }

  @Test func `that not every program knows units of long pages is told once in a run`() throws {
    let long = ["--canvas", "600x5cm@20dpi"]
    let photos = ["1.jpg", "2.jpg"]
    expectToldOnce(try place.run(["make"] + photos + long + ["-o", "out.pdf"]))
    expectToldOnce(
      try place.run(["pages"] + photos + long + ["--per-page", "1", "-o", "book.pdf"]))
    let jobs =
      #"{"photos": ["1.jpg", "2.jpg"], "output": "a.pdf"}"# + "\n"
      + #"{"photos": ["2.jpg", "1.jpg"], "output": "b.pdf"}"# + "\n"
      + #"{"photos": ["2.jpg", "1.jpg"], "output": "c.pdf", "pages": true}"# + "\n"
    let batch = try place.run(["batch"] + long, input: .text(jobs))
    expectToldOnce(batch)
    #expect(batch.output.split(separator: "\n").filter { $0.contains(Self.note) }.count == 1)
    let script = "save p.pdf\nadd 1.jpg 2.jpg\nsave q.pdf\n"
    expectToldOnce(try place.run(["prompt"] + photos + long, input: .text(script)))
    let first = try place.run(["make"] + photos + long)
    #expect(!first.error.contains(Self.note))
    let second = try place.run(["make"] + photos.reversed() + long)
    expectToldOnce(
      try place.run("library", "remake", first.id, second.id, "--format", "pdf"))
  }

  @Test func `books have one format, and another one is refused`() throws {
    try place.expectNothingChanges(
      by: ["batch", "--from-folders", ".", "--books", "books", "--format", "png"],
      .failed(
        64,
        "--books writes PDFs, but --format says png; leave one of them out; see 'collage batch --help'"
      ))
  }
}
