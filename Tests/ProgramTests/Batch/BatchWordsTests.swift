import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What a batch says to people.
@Suite(.waiting) struct BatchWordsTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `a manifest that is read from a terminal is announced`() throws {
    let program = BuiltProgram.command(["batch", "--canvas", "40x20px"], in: place.folder)
    let terminal = try PseudoTerminal(running: program, rows: 24, columns: 120)
    try terminal.wait {
      $0.text.contains(
        "reading a manifest from the terminal, a line for each collage; Ctrl-D ends it")
    }
    try terminal.send("{\"id\": \"a\", \"photos\": [\"1.jpg\", \"2.jpg\"]}\n\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(
      String(decoding: terminal.output, as: UTF8.self).contains("\"status\":\"saved\""))
    // From a pipe nobody has to be told.
    #expect(try place.run(["batch"], input: .text("")).error.contains("reading") == false)
  }

  @Test func `a folder with an odd number or too many photos names its best ones`() throws {
    _ = try place.folder.makeFolder("all")
    for (folder, count) in [("five", 5), ("eight", 8)] {
      _ = try place.folder.makeFolder(FilePath("all/\(folder)"))
      for number in 0..<count {
        try place.folder.write(
          Workplace.photos[number], to: FilePath("all/\(folder)/\(number).jpg"))
      }
    }
    let batch = ["batch", "--from-folders", "all", "--canvas", "40x20px"]
    let made = try place.run(batch)
    #expect(made.exitCode == 1)
    #expect(made.output.contains("or add --best 4 for the best of each folder"), "\(made)")
    #expect(made.output.contains("or add --best 6 for the best of each folder"), "\(made)")
    let best = try place.run(batch + ["--best", "4"])
    #expect(best.exitCode == 0 && !best.output.contains("add --best"), "\(best)")
  }
}
