import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Manifests that are something else, and what is wrong in lines that people have typed.
@Suite(.waiting) struct ManifestCheckTests {
  let batch: BatchFolder

  init() throws { batch = try BatchFolder(photos: 4) }

  private static let noManifest =
    "this is no manifest, because its first lines are not JSON; write one object per line, such as "
    + "{\"photos\": [\"a.jpg\", \"b.jpg\"]}"

  @Test func `a picture and a table are told once, and nothing is made`() throws {
    let before = try batch.folder.snapshot()
    #expect(
      try batch.run("photos/1.jpg").answer
        == .failed(
          65, "photos/1.jpg: this is a picture, not a manifest; 'collage make' takes it"))
    try batch.writeManifest(["title,photo", "", "Rome,a.jpg", "Pisa,b.jpg"], as: "jobs.csv")
    #expect(try batch.run("jobs.csv").answer == .failed(65, "jobs.csv: \(Self.noManifest)"))
    try batch.folder.remove("jobs.csv")
    #expect(try batch.folder.snapshot() == before)
  }

  @Test(arguments: [
    ["nonsense"], ["nonsense", "{"], ["# jobs", BatchFolder.line(1, photos: 4)],
  ])
  func `lines beside JSON, and a single one, are reported one by one`(lines: [String]) throws {
    try batch.writeManifest(lines)
    let outcome = try batch.run("jobs.jsonl")
    #expect(outcome.exitCode == 1)
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(results.count == lines.count)
    #expect(results[0].error?.messages.first?.hasPrefix("line 1: this is not JSON") == true)
  }

  @Test func `a misspelled key is answered by the one that is meant`() throws {
    let photos = "\"photos\": [\"photos/0.jpg\", \"photos/1.jpg\"]"
    try batch.writeManifest([
      "{\(photos), \"captoins\": \"name\"}", "{\(photos), \"frobnicate\": 1}",
      "{\"photos\": [{\"path\": \"photos/0.jpg\", \"captoin\": \"x\"}, \"photos/1.jpg\"]}",
    ])
    let results = try ResultLine.lines(batch.run("jobs.jsonl").outputBytes)
    let messages = results.map { $0.error?.messages.first ?? "" }
    #expect(
      messages[0] == "line 1: \"captoins\": there is no such key; did you mean \"captions\"?")
    #expect(
      messages[1].hasPrefix("line 2: \"frobnicate\": there is no such key; the keys are id, photos")
    )
    #expect(
      messages[2].hasSuffix("\"captoin\": there is no such key; did you mean \"caption\"?"),
      "\(messages[2])")
  }

  @Test func `paths in messages have no dots in them`() throws {
    try batch.writeManifest(["{\"photos\": [\"./photos/none.jpg\", \"photos/./1.jpg\"]}"])
    let results = try ResultLine.lines(batch.run("./jobs.jsonl").outputBytes)
    #expect(
      results[0].error?.messages.first?.hasPrefix("\(batch.folder.string)/photos/none.jpg: ")
        == true,
      "\(results)")
  }
}
