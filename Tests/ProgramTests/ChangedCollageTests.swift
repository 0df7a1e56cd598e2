import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages that somebody has changed since they were saved are somebody's work: nothing replaces
/// them unless that is asked for.
@Suite(.waiting) struct ChangedCollageTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// What other programs do with a collage.
  enum Change: String, CaseIterable {
    /// A note that a viewer appends to a PDF.
    case appended
    /// A tag or a caption beside ours.
    case tagged
    /// Other pixels, with everything else kept.
    case repainted
    /// Damage.
    case cut

    func made(to bytes: [UInt8], _ format: String) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .appended: return bytes + Array("1 0 obj\n<</Note(mine)>>\nendobj\n%%EOF\n".utf8)
      case .repainted:
        bytes[bytes.count * 3 / 5] ^= 0x10
        return bytes
      case .cut: return bytes.dropLast(20)
      case .tagged:
        switch format {
        case "jpg": bytes.insert(contentsOf: [0xFF, 0xFE, 0, 6] + Array("mine".utf8), at: 2)
        case "png":
          // A text chunk behind the header; its checksum doesn't matter here.
          bytes.insert(contentsOf: [0, 0, 0, 4] + Array("tEXta\0bc".utf8) + [0, 0, 0, 0], at: 33)
        default: bytes.insert(contentsOf: Array("\n%mine\n".utf8), at: bytes.count - 200)
        }
        return bytes
      }
    }
  }

  private static let formats = ["jpg", "png", "pdf"]
  private static let advice =
    "was changed since it was saved; choose another name, or use --force to replace it"

  private let canvas = ["make", "--layout", "grid", "--canvas", "A6@20dpi", "--quiet"]

  /// A collage that was changed, and its bytes.
  private func change(_ name: FilePath, _ change: Change) throws -> [UInt8] {
    let format = try #require(name.extension)
    let changed = change.made(to: try place.folder.read(name), format)
    try place.folder.write(changed, to: name)
    return changed
  }

  @Test(arguments: formats, Change.allCases)
  func `make doesn't replace it, but with --force`(_ format: String, _ change: Change) throws {
    let name = "o.\(format)"
    let make = canvas + ["1.jpg", "2.jpg", "-o", name]
    #expect(try place.run(make).exitCode == 0)
    // Exactly as we wrote it, it may be replaced.
    #expect(try place.run(make + ["--gap", "2px"]).exitCode == 0)
    _ = try self.change(FilePath(name), change)
    try place.expectNothingChanges(by: make, .failed(73, "\(name): \(Self.advice)"))
    let forced = try place.run(make + ["--force"])
    #expect(try forced.exitCode == 0 && place.identity(of: FilePath(name)) == forced.id)
  }

  @Test func `it is not replaced through a link either`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "real.jpg").exitCode == 0)
    _ = try change("real.jpg", .tagged)
    try place.folder.makeSymbolicLink("link.jpg", to: "real.jpg")
    let make = Workplace.make + ["1.jpg", "2.jpg", "-o", "link.jpg"]
    try place.expectNothingChanges(by: make, .failed(73, "link.jpg: \(Self.advice)"))
    #expect(try place.run(make + ["--force"]).id == place.identity(of: "real.jpg"))
  }

  @Test func `pages don't replace a book or pictures`() throws {
    for output in ["book.pdf", "page-1.png"] {
      let option = output == "book.pdf" ? output : "page-{n}.png"
      let pages = ["pages", "1.jpg", "2.jpg", "--canvas", "A6@20dpi", "-o", option, "--quiet"]
      #expect(try place.run(pages).exitCode == 0)
      _ = try change(FilePath(output), .repainted)
      try place.expectNothingChanges(by: pages, .failed(73, "\(output): \(Self.advice)"))
    }
  }

  @Test func `the prompt doesn't replace it`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "o.jpg").exitCode == 0)
    let changed = try change("o.jpg", .tagged)
    let outcome = try place.run(
      ["prompt"], input: .text("add 1.jpg 2.jpg\nsave o.jpg\n"))
    #expect(outcome.exitCode == 73 && outcome.error.contains("was changed since it was saved"))
    #expect(try place.folder.read("o.jpg") == changed)
  }

  @Test(arguments: formats)
  func `a batch fails that job and goes on`(_ format: String) throws {
    let names = (0..<3).map { "made-\($0).\(format)" }
    let lines = names.map {
      #"{"photos":["1.jpg","2.jpg"],"canvas":"A6@20dpi","layout":"grid","output":"\#($0)"}"#
    }
    try place.folder.write(lines.joined(separator: "\n").utf8, to: "jobs.jsonl")
    #expect(try place.run("batch", "jobs.jsonl").exitCode == 0)
    let changed = try change(FilePath(names[1]), format == "pdf" ? .appended : .cut)
    let outcome = try place.run("batch", "jobs.jsonl")
    #expect(outcome.exitCode == 1)
    let rows = try ResultLine.lines(outcome.outputBytes).sorted { $0.line < $1.line }
    #expect(rows.map(\.status) == ["unchanged", "failed", "unchanged"])
    #expect(rows[1].error?.code == 73)
    #expect(try place.folder.read(FilePath(names[1])) == changed)
  }

  // MARK: The library

  private func remake(_ arguments: String...) throws -> Outcome {
    try place.run(["library", "remake", "--library", "lib"] + arguments)
  }

  @Test func `remaking moves the old collage to the trash, changed or not`() throws {
    let id = try place.make("1.jpg", "2.jpg", "--library", "lib").id
    let name = FilePath("lib/collage-\(id).jpg")
    let whole = try place.folder.read(name)
    for isChanged in [false, true] {
      let bytes = isChanged ? try change(name, .tagged) : whole
      let new = try remake(id, "--gap", "3px", "--replace").id
      #expect(try place.folder.names(in: "lib") == ["collage-\(new).jpg"])
      #expect(try place.run("library", "undo", "--library", "lib").exitCode == 0)
      #expect(try place.folder.read(name) == bytes)
    }
  }

  @Test
  func `remaking the same collage moves the changed one to the trash where that is asked for`()
    throws
  {
    let id = try place.make("1.jpg", "2.jpg", "--library", "lib", "--album", "trip").id
    let name = FilePath("lib/collage-\(id).jpg")
    let whole = try place.folder.read(name)
    let changed = try change(name, .tagged)
    try place.expectNothingChanges(
      by: ["library", "remake", id, "--library", "lib"],
      .failed(
        73,
        "\(name): was changed since it was saved; move it away, or to the trash with 'collage library remove'"
      ))
    #expect(try remake(id, "--replace").answer == .done("\(id)\n"))
    #expect(try place.folder.read(name) == whole)
    let trashed = FilePath(".local/share/Trash/files/collage-\(id).jpg")
    #expect(try place.folder.read(trashed) == changed)
    let album = try place.run("library", "list", "--album", "trip", "--library", "lib")
    #expect(album.output.hasPrefix(id))
  }
}
