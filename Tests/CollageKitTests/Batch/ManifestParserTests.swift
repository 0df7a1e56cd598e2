@testable import CollageKit
import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import Testing

struct ManifestParserTests {
  @Test func `photos have options of their own`() throws {
    let line = """
      {"photos": ["a.jpg", {"path": "b.jpg", "focus": [0.4, 1], "weight": 3}, {"path": "c.jpg", "keep-whole": true, "turn": "left"}]}
      """
    let job = try ManifestParser(root: "/root").entry(Array(line.utf8), number: 1).job.get()
    #expect(job.photos == ["/root/a.jpg", "/root/b.jpg", "/root/c.jpg"])
    var options = [PhotoOptions(), PhotoOptions(), PhotoOptions()]
    options[1].focus = FocusPoint(x: 0.4, y: 1).map(PhotoFocus.point)
    options[1].weight = 3
    options[2].keepsWhole = true
    options[2].turn = .left
    #expect(job.photoOptions == options)
    for odd in [
      "\"focus\": [2, 0]", "\"weight\": 0", "\"keep-whole\": 1", "\"turn\": \"up\"", "\"turn\": 90",
      "\"size\": 2",
    ] {
      let line = "{\"photos\": [{\"path\": \"a.jpg\", \(odd)}]}"
      guard
        case .failure(.manifest(let fault)) = ManifestParser(root: "/").entry(
          Array(line.utf8), number: 1
        ).job
      else {
        Issue.record("\(odd) was taken")
        continue
      }
      #expect(
        fault.messages[0].hasPrefix(
          "line 1: \"photos\": photo 1: \"\(odd.split(separator: "\"")[0])\""))
    }
  }

  private func entry(_ line: String, number: Int = 7) -> BatchEntry {
    ManifestParser(root: "/root").entry(Array(line.utf8), number: number)
  }

  private func messages(_ line: String) -> [String] {
    guard case .failure(.manifest(let fault)) = entry(line).job else { return [] }
    return fault.messages
  }

  @Test func `a line with every key becomes a job`() throws {
    let entry = entry(
      """
      {"id": "name", "photos": ["a.jpg", "/b.jpg"], "output": "o.png", "layout": "grid", "canvas": "30x20px",
       "background": "navy", "format": "png", "quality": 80, "compression": 7, "max": 8, "any-count": true, "allow-damaged": true,
       "max-pixels": 100}
      """)
    var expected = CollageOptions()
    expected.layout.style = .grid
    expected.layout.canvas = .pixels(PixelSize(width: 30, height: 20))
    expected.decoration.background = .colour(Colour(red: 0, green: 0, blue: 128))
    expected.encoding.format = .png
    expected.encoding.quality = try #require(Quality(80))
    expected.encoding.compression = try #require(Compression(7))
    expected.rules = SelectionRules(maxCount: 8, needsEvenCount: false)
    expected.decoding.allowsDamage = true
    expected.decoding.limits.pixels = 100
    let job = try entry.job.get()
    var options = CollageOptions()
    job.overrides.apply(to: &options)
    #expect(options == expected)
    #expect(job.photos == ["/root/a.jpg", "/b.jpg"] && job.output == "/root/o.png")
    #expect(entry.name == "name")
    #expect(entry.line == 7)
  }

  @Test func `a job without an id is named by its line`() throws {
    #expect(entry("{\"photos\": []}").name == "7")
    #expect(try entry("{\"photos\": []}").job.get().photos == [])
  }

  @Test(arguments: [
    ("nonsense", "line 7: this is not JSON"),
    ("{\"photos\": [}", "line 7: this is not JSON"),
    ("{\"photos\": [\"a\", \"b\",]}", "line 7: this is not JSON"),
    ("{\"photos\": [], \"max\": 3, }", "line 7: this is not JSON"),
    (
      "{\"photos\": [], \"background\": \"red\", \"gap\": \"1%\", \"gap\": 2}",
      "line 7: \"gap\": appears twice; give it once"
    ),
    (
      "{\"photos\": [{\"path\": \"x\"}], \"g\\u0061p\": 1, \"gap\": 2}",
      "line 7: \"gap\": appears twice"
    ),
    ("[]", "line 7: this is a list, not an object"),
    ("12", "line 7: this is a number, not an object"),
    ("{}", "line 7: \"photos\": is missing"),
    ("{\"photos\": \"a\"}", "line 7: \"photos\": must be a list of paths, not text"),
    ("{\"photos\": [\"a\", 1]}", "line 7: \"photos\": photo 2 must be a path or URL, not a number"),
    ("{\"photos\": [\"\"]}", "line 7: \"photos\": photo 1 must be a path or URL, not empty"),
    (
      "{\"photos\": [\"a\\u0000\"]}",
      "line 7: \"photos\": photo 1 must be a path or URL, not text with a NUL byte"
    ),
    ("{\"photos\": [], \"foo\": 1}", "line 7: \"foo\": there is no such key"),
    ("{\"photos\": [], \"id\": 3}", "line 7: \"id\": 3 is not valid; it must be non-empty text"),
    ("{\"photos\": [], \"id\": \"\"}", "line 7: \"id\": \"\" is not valid"),
    (
      "{\"photos\": [], \"output\": []}",
      "line 7: \"output\": must be a non-empty file path, not a list"
    ),
    (
      "{\"photos\": [], \"output\": \"new/\"}",
      "line 7: \"output\": \"new/\" is not valid; it must be a non-empty file path"
    ),
    (
      "{\"photos\": [], \"layout\": \"heap\"}",
      "line 7: \"layout\": \"heap\" is not valid; it must be one of \(LayoutStyle.allCases.map(\.rawValue).joined(separator: ", "))"
    ),
    ("{\"photos\": [], \"canvas\": \"0x5\"}", "line 7: \"canvas\": \"0x5\" is not valid"),
    ("{\"photos\": [], \"canvas\": null}", "line 7: \"canvas\": must be auto, a size in pixels"),
    ("{\"photos\": [], \"background\": true}", "line 7: \"background\": must be a colour"),
    ("{\"photos\": [], \"format\": \"gif\"}", "line 7: \"format\": \"gif\" is not valid"),
    (
      "{\"photos\": [], \"format\": \"png\", \"output\": \"a.JPG\"}",
      "line 7: \"format\": the output's name is that of a jpeg; change one of them"
    ),
    (
      "{\"photos\": [], \"canvas\": \"13x18\"}",
      "line 7: \"canvas\": \"13x18\" is not valid; it needs a unit: 13x18cm@300dpi, or 13x18px"
    ),
    (
      "{\"photos\": [], \"quality\": 101}",
      "line 7: \"quality\": 101 is not valid; it must be a whole number from 1 to 100"
    ),
    (
      "{\"photos\": [], \"compression\": 10}",
      "line 7: \"compression\": 10 is not valid; it must be a whole number from 1 to 9"
    ),
    (
      "{\"photos\": [], \"quality\": 1.5}",
      "line 7: \"quality\": 1.5 is not valid; it must be a whole number from 1 to 100"
    ),
    (
      "{\"photos\": [], \"quality\": 1e300}",
      "line 7: \"quality\": 1e300 is not valid; it must be a whole number from 1 to 100"
    ),
    (
      "{\"photos\": [], \"quality\": 1e999}",
      "line 7: \"quality\": 1e999 is too large a number; it must be a whole number from 1 to 100"
    ),
    (
      "{\"photos\": [], \"gap\": -1e999}",
      "line 7: \"gap\": -1e999 is too large a number; it must be a length"
    ),
    ("{\"photos\": [], \"photos\": []}", "line 7: \"photos\": appears twice; give it once"),
    (
      "{\"photos\": [\"a\", {\"path\": \"b\", \"weight\": 2, \"weight\": 3}]}",
      "line 7: \"photos\": photo 2: \"weight\" appears twice; give it once"
    ),
    (
      "{\"photos\": [], \"max\": 0}",
      "line 7: \"max\": 0 is not valid; it must be a whole number from 1 on"
    ),
    (
      "{\"photos\": [], \"any-count\": \"yes\"}",
      "line 7: \"any-count\": \"yes\" is not valid; it must be true or false"
    ),
    (
      "{\"photos\": [], \"allow-damaged\": 1}",
      "line 7: \"allow-damaged\": 1 is not valid; it must be true or false"
    ),
    (
      "{\"photos\": [], \"max-pixels\": -1}",
      "line 7: \"max-pixels\": -1 is not valid; it must be a whole number from 1 on"
    ),
  ])
  func `a fault is reported with its line and key`(line: String, beginning: String) {
    let messages = messages(line)
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix(beginning) == true, "\(messages)")
  }

  @Test func `all faults of a line are told at once, under its name`() {
    #expect(messages("{\"photos\": 1, \"b\": 1, \"a\": 1, \"quality\": 0}").count == 4)
    #expect(entry("{\"photos\": 1, \"id\": \"x\"}").name == "x")
  }

  @Test func `JSON as deep as a line is long is a fault and no crash`() {
    let deep = String(repeating: "[", count: 500_000)
    #expect(messages("{\"photos\": \(deep)").count == 1)
    #expect(messages(deep + String(repeating: "]", count: 500_000)).count == 1)
  }
}
