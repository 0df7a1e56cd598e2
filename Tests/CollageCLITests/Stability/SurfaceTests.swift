import CollageKit
import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import CollageCLI

/// What scripts rely on: `.github/surface.txt` has what is promised.
@Suite(.waiting) struct SurfaceTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 4) }

  /// Compares rows: what was promised may not go; what came is to be promised.
  private struct Comparison {
    let gone: [String]
    let new: [String]

    init(promised: [String], printed: [String]) {
      let (before, now) = (Set(promised), Set(printed))
      gone = promised.filter { !now.contains($0) }
      new = printed.filter { !before.contains($0) }
    }
  }

  private static func promised() throws -> [String] {
    String(decoding: try Fixtures.path(of: "../.github/surface.txt").readFile(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private func printed() throws -> [String] {
    let outcome = try place.run("--generate", "surface")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `nothing that is promised is gone, and all there is is promised`() throws {
    let comparison = Comparison(promised: try Self.promised(), printed: try printed())
    #expect(comparison.gone == [], "scripts rely on these")
    #expect(
      comparison.new == [],
      "promise them: .build/release/collage --generate surface > .github/surface.txt")
  }

  @Test func `each row's removal would be noticed`() throws {
    let promised = try Self.promised()
    #expect(promised.count > 1000 && promised == promised.sorted())
    for row in stride(from: 0, to: promised.count, by: 29) {
      var printed = promised
      printed.remove(at: row)
      #expect(Comparison(promised: promised, printed: printed).gone == [promised[row]])
    }
  }

  // MARK: Answers

  /// The paths of an answer's keys: `photos[].frame.x`.
  private static func keys(_ value: Any, at path: String = "") -> Set<String> {
    switch value {
    case let object as [String: Any]:
      return object.reduce(into: []) { keys, entry in
        let name = path.isEmpty ? entry.key : "\(path).\(entry.key)"
        keys.formUnion(Self.keys(entry.value, at: name))
      }
    case let list as [Any] where !list.isEmpty && list.allSatisfy { $0 is [String: Any] }:
      return list.reduce(into: []) { $0.formUnion(Self.keys($1, at: "\(path)[]")) }
    default: return [path]
    }
  }

  /// Holds the promised keys of a command against those of an answer; what a key holds that is
  /// promised as a whole, such as a recipe, is free.
  private func expect(
    _ command: String, _ output: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let promised = try #require(AnswerKeys.all.first { $0.command == command }?.keys)
    let texts = output.hasPrefix("{\n") ? [output] : output.split(separator: "\n").map(String.init)
    try #require(!texts.isEmpty, sourceLocation: sourceLocation)
    for text in texts {
      let answer = try JSONValueReader.value(of: text)
      let found = Self.keys(answer)
      for key in promised where !key.hasSuffix("?") {
        #expect(
          found.contains { $0 == key || $0.hasPrefix("\(key).") || $0.hasPrefix("\(key)[]") },
          "\(command): \(key)", sourceLocation: sourceLocation)
      }
      let names = promised.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
      for key in found {
        #expect(
          names.contains { key == $0 || key.hasPrefix("\($0).") || key.hasPrefix("\($0)[]") }
            || names.contains { $0.hasPrefix("\(key)[]") },
          "\(command): \(key)", sourceLocation: sourceLocation)
      }
    }
  }

  private func json(_ arguments: String...) throws -> String {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return outcome.output
  }

  @Test func `answers about one collage have the promised keys`() throws {
    let photos = ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]
    let made = try place.run(Workplace.make + photos + ["--json"]).output
    try expect("make --json", made)
    let id = try #require(made.firstMatch(of: /"id":"([0-9a-f]+)"/)?.1)
    let title = [
      "--title", "Rome", "--captions", "name", "--focus", "1=0.2,0.2", "--turn", "2=left",
    ]
    try expect(
      "make --dry-run",
      try place.run(["make", "--dry-run", "--canvas", "400x300"] + title + photos).output)
    try expect("library list --json", json("library", "list", "--json"))
    try expect("library path --json", json("library", "path", String(id), "--json"))
    try expect("library show --json", json("library", "show", String(id), "--json"))
    try expect("library verify --json", json("library", "verify", "--json"))
    try expect(
      "library remake --json", json("library", "remake", String(id), "--gap", "2", "--json"))
    try expect("library remove --json", json("library", "remove", String(id), "--json"))
    try expect("library undo --json", json("library", "undo", "--json"))
  }

  @Test func `answers about many have them, too`() throws {
    try place.folder.write(
      Array(
        """
        {"photos": ["1.jpg", "2.jpg"]}
        {"photos": ["1.jpg", "missing.jpg"]}

        """.utf8), to: "jobs.jsonl")
    try expect("batch", place.run("batch", "jobs.jsonl").output)
    try expect(
      "pages --json", json("pages", "1.jpg", "2.jpg", "3.jpg", "-o", "book.pdf", "--json"))
    try expect(
      "next --json", json("next", ".", "-o", "frame.jpg", "--canvas", "80x60", "--json"))
    try expect("find --json", json("find", "--in", ".", "--json"))
  }

  @Test func `and so have answers about the program`() throws {
    try expect("formats --json", json("formats", "--json"))
    try expect("--version --json", json("--version", "--json"))
    try expect("library cache --json", json("library", "cache", "--json"))
    try expect("config show --json", json("config", "show", "--json"))
    let template = Fixtures.path(of: "templates/turned.png").string
    try expect("template show --json", json("template", "show", template, "--json"))
  }

  @Test func `the version tells the picture version, libraries and protections`() throws {
    let answer = try json("--version", "--json")
    #expect(answer.contains("\"version\":\"\(Version.current)\""))
    #expect(answer.contains("\"picture\":\"\(Version.picture)\""))
    #expect(answer.contains("libjpeg-turbo ") && answer.contains("\"no new privileges\""))
    #expect(try place.run("--json", "--version").output == answer)
  }

  @Test func `of two versions the newer is known`() {
    for newer in ["1.3", "2", "1.2.1", "10.0"] { #expect(Version.isNewer(newer), "\(newer)") }
    for older in ["1.0", "1.2", "0.1.0", "1", "1.0.0", "", "x", "1.0.0.1", "9.x", "99999999999.0"] {
      #expect(!Version.isNewer(older), "\(older)")
    }
  }
}

/// Reads JSON as dictionaries, lists and values of any kind.
private enum JSONValueReader {
  private enum Value: Decodable {
    case object([String: Value])
    case list([Value])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: Value].self) {
        self = .object(object)
      } else if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else {
        self = .other
      }
    }

    var plain: Any {
      switch self {
      case .object(let object): object.mapValues(\.plain)
      case .list(let list): list.map(\.plain)
      case .other: 0
      }
    }
  }

  static func value(of text: String) throws -> Any {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8)).plain
  }
}
