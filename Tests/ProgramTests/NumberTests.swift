import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Numbers that no collage has, in all that is read.
@Suite(.waiting) struct NumberTests {
  private static let numbers = [
    "0", "-1", "2147483648", "9223372036854775807", "-9223372036854775808", "1e308",
  ]

  /// Settings and keys that take a number, of which some also take it as text.
  private static let keys = [
    "canvas", "long-side", "cells", "balance", "pick", "lead", "gap", "margin", "corner-radius",
    "border", "border-bottom", "shadow", "text-size", "bleed", "safe", "sheet", "copies",
    "sheet-gap", "sheet-margin", "quality", "compression", "max", "max-pixels", "max-scans",
    "per-page", "columns",
  ]

  @Test func `no number of a manifest ends a batch`() throws {
    let batch = try BatchFolder(photos: 2)
    let texts = (Self.numbers + ["nan", "inf", "1e308mm"]).map { "\"\($0)\"" }
    var lines: [String] = []
    for key in Self.keys {
      let canvas = key == "canvas" ? "" : "\"canvas\": \"A6@20dpi\", "
      let photos = "\"photos\": [\"photos/0.jpg\", \"photos/1.jpg\"], \(canvas)"
      for value in Self.numbers + texts {
        lines.append("{\(photos)\"\(key)\": \(value), \"output\": \"\(lines.count).png\"}")
        let book = "\"pages\": true, \"output\": \"\(lines.count).pdf\""
        lines.append("{\(photos)\"\(key)\": \(value), \(book)}")
      }
    }
    try batch.writeManifest(lines)
    let outcome = try batch.command(["jobs.jsonl", "--quiet"]).run()
    let results = try ResultLine.lines(outcome.outputBytes)
    #expect(outcome.exitCode == 1 && results.count == lines.count, "\(outcome.error)")
    #expect(results.allSatisfy { ["saved", "failed"].contains($0.status) })
  }

  @Test(arguments: ["0", "9223372036854775807", "-9223372036854775808"])
  func `no number of a command in the prompt ends it`(_ number: String) throws {
    let place = try Workplace(photos: 2)
    let commands = [
      "remove \(number)", "remove 1-\(number)", "remove \(number)-9223372036854775807",
      "move 1 \(number)", "move 1-\(number) 2", "swap \(number) 1", "layout \(number)",
      "add --best \(number) .", "gap \(number)", "focus \(number) .5 .5", "max \(number)",
      "caption \(number)-9223372036854775807=x", "weight \(number)=2", "keep-whole \(number)",
    ]
    for command in commands {
      let outcome = try BuiltProgram.command(
        ["prompt", "1.jpg", "2.jpg"], in: place.folder,
        standardInput: .bytes(Array((command + "\n").utf8))
      ).run()
      #expect((outcome.exitCode ?? 255) < 128, "\(command): \(outcome.error)")
    }
  }

  @Test func `more photos than a canvas has room for are refused before any is opened`() throws {
    let place = try Workplace(photos: 2)
    try place.folder.write(Array("no picture".utf8), to: "text.jpg")
    let photos = (0..<2000).map { _ in "\"text.jpg\"" }.joined(separator: ", ")
    try place.folder.write(
      Array("{\"photos\": [\(photos)], \"max\": 2000, \"output\": \"out.png\"}\n".utf8),
      to: "jobs.jsonl")
    let small = try place.run("batch", "jobs.jsonl", "--canvas", "60x40px", "--gap", "1")
    #expect(small.output.contains("\"code\":64,\"messages\":[\"a canvas of 60x40 is too small for"))
    let large = try place.run(
      "batch", "jobs.jsonl", "--canvas", "3000x2000", "--gap", "0", "--memory", "64M")
    #expect(large.output.contains("\"code\":74,\"messages\":[\"a layout of 2000 photos needs "))
  }
}
