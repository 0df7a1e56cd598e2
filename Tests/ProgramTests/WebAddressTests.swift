import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// URLs in the place of photos' paths.
@Suite(.waiting) struct WebAddressTests {
  let place: Workplace
  private static let advice = "it isn't in the cache; leave out --offline to fetch it"
  private static let invalid = "this is not a valid URL; check it"
  private static let elsewhere = "only http and https URLs can be read; download it first"

  init() throws { place = try Workplace() }

  @Test(arguments: [
    ("https://example.org/a.jpg", "https://example.org/a.jpg", advice),
    ("HTTP://Example.org:8080//x/a%20b.jpg", "HTTP://Example.org:8080//x/a%20b.jpg", advice),
    ("https://ann:secret@example.org/a.jpg?token=1#top", "https://example.org/a.jpg", advice),
    ("https://ann:se@cret@example.org/a.jpg", "https://example.org/a.jpg", invalid),
    ("https://ann:sec/ret@example.org/a.jpg", "https://...", invalid),
    ("https://ann:sec?ret@example.org/", "https://...", invalid),
    ("https://example.org/@ann/a.jpg", "https://example.org/@ann/a.jpg", advice),
    ("https://[::1]:80/@ann/a.jpg", "https://[::1]:80/@ann/a.jpg", advice),
    ("s3+x.y-z://bucket/a\u{202E}.jpg", "s3+x.y-z://bucket/a\\xe2\\x80\\xae.jpg", elsewhere),
  ])
  func `a URL is distinguished from a file's name, and its secrets are not shown`(
    url: String, shown: String, reason: String
  ) throws {
    for arguments in [[url, "1.jpg"], Workplace.make + ["1.jpg", url], ["prompt", "1.jpg", url]] {
      try place.expectNothingChanges(
        by: arguments + ["--offline"], .failed(66, "\(shown): \(reason)"))
    }
    let list = try place.run(
      Workplace.make + ["--offline", "--files0-from", "-"], input: .text("1.jpg\0\(url)\0"))
    #expect(list.answer == .failed(66, "\(shown): \(reason)"))
  }

  @Test func `every URL is named, a line each`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["https://a.org/1", "1.jpg", "https://b.org/2", "2.jpg", "--offline"],
      .failed(66, "https://a.org/1: \(Self.advice)", "https://b.org/2: \(Self.advice)"))
  }

  @Test func `a file's URL on the command line is reported as such`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["file://\(place.folder.string)/1.jpg", "2.jpg"],
      .failed(
        66,
        "file://\(place.folder.string)/1.jpg: this is a file URL; give the path instead"
      ))
  }

  @Test(arguments: [
    "https:/1.jpg", "./https://1.jpg", "1http://1.jpg", "://1.jpg", "ht tp://1.jpg",
  ])
  func `what is no URL is a path`(name: String) throws {
    let outcome = try place.make("1.jpg", name)
    #expect(outcome.exitCode == 66)
    #expect(outcome.error.hasSuffix(": there is no such file; check the path\n"))
  }

  @Test func `a file that has such a path is a file`() throws {
    try place.folder.makeFolder("https:")
    try place.folder.makeFolder("https:/example.org")
    try place.folder.write(place.folder.read("1.jpg"), to: "https:/example.org/a.jpg")
    #expect(try place.make("https://example.org/a.jpg", "./https:/example.org/a.jpg").exitCode == 0)
    try place.folder.write(
      "{\"photos\": [\"https://example.org/a.jpg\", \"1.jpg\"], \"output\": \"o.png\"}".utf8,
      to: "jobs.jsonl")
    #expect(try place.run("batch", "jobs.jsonl").exitCode == 0)
    let prompt = try PromptTerminal(in: place.folder)
    #expect(try prompt.ask("add https://example.org/a.jpg") == ["✓ added a.jpg"])
  }

  @Test func `a batch's job with a URL fails alone, with its own code`() throws {
    try place.folder.write(
      """
      {"photos": ["1.jpg", {"path": "https://ann:secret@example.org/a.jpg?x"}], "output": "a.png"}
      {"photos": ["1.jpg", "2.jpg"], "output": "b.png"}

      """.utf8, to: "jobs.jsonl")
    let outcome = try place.run("batch", "jobs.jsonl", "--canvas", "40x20px", "--offline")
    #expect(outcome.exitCode == 1)
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.map(\.status).sorted() == ["failed", "saved"])
    let failure = results.first { $0.status == "failed" }?.error
    #expect(
      failure
        == ResultLine.Failure(code: 66, messages: ["https://example.org/a.jpg: \(Self.advice)"]))
  }

  @Test func `in the prompt a URL stops no other photo, and its secrets are not kept`() throws {
    let prompt = try PromptTerminal(
      in: place.folder, ["--preview", "off", "--offline"], columns: 150)
    let line = "add https://ann:secret@example.org/a.jpg?token=1 1.jpg"
    #expect(
      try prompt.ask(line) == ["✓ added 1.jpg", "✗ https://example.org/a.jpg: \(Self.advice)"])
    #expect(
      try prompt.ask("replace 1 https://example.org/b.jpg")
        == ["✗ https://example.org/b.jpg: \(Self.advice); nothing was replaced"])
    let history = try place.folder.read(".local/state/collage/history")
    #expect(String(decoding: history, as: UTF8.self) == "replace 1 https://example.org/b.jpg\n")
  }
}
