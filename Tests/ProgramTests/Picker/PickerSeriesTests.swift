import Glibc
import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that show the same, folded in the picker, and the best of all.
@Suite(.waiting) struct PickerSeriesTests {
  let folder: TemporaryFolder

  private static let fold = "\u{1B}s"
  private static let foldAll = "\u{1B}o"
  private static let best = "\u{1B}b"
  private static let blocks = ["--preview", "blocks"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.writeSeries(in: "")
  }

  /// Waits for the rows of the list, without the folders at their ends.
  private func expect(_ rows: String..., in picker: PickerTerminal) throws {
    try picker.wait { screen in
      screen.pickerList.count == rows.count
        && zip(screen.pickerList, rows).allSatisfy { $0.hasPrefix($1 + "  .") }
    }
  }

  private func folded(_ arguments: [String] = ["--preview", "off"]) throws -> PickerTerminal {
    let picker = try PickerTerminal(in: folder, arguments, photos: 6)
    try expect(">    2.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    return picker
  }

  @Test func `similar photos are folded into the best, and a key unfolds them`() throws {
    let picker = try folded()
    #expect(picker.screen.rows[0].contains("  6 photos"))
    // The key is named where it does something.
    #expect(picker.screen.pickerKeys.contains("  Alt-S similar"))
    try picker.send(Self.fold)
    try expect(
      ">    2.jpg  (best of 3)", "     1.jpg  (similar)", "     3.jpg  (similar)",
      "     4.jpg  (×2)", "     6.jpg", in: picker)
    // From one of the others, they are folded into the best again.
    try picker.send("\u{1B}[B" + Self.fold)
    try expect(">    2.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    try picker.send(Self.foldAll)
    try expect(
      "     1.jpg  (similar)", ">    2.jpg  (best of 3)", "     3.jpg  (similar)",
      "     4.jpg  (best of 2)", "     5.jpg  (similar)", "     6.jpg", in: picker)
    try picker.send(Self.foldAll)
    try expect(">    2.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    try picker.send("\u{1B}[F" + Self.fold)
    try picker.wait { $0.pickerFacts == "no other photo here is similar" }
    #expect(!picker.screen.pickerKeys.contains("Alt-S"))
    // What was measured is stored beside the thumbnails.
    #expect(try folder.names(in: ".cache/collage/series").count == 1)
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `a selected photo stands for its series`() throws {
    let picker = try folded()
    try picker.send(Self.fold + "\u{1B}[B\t")
    try picker.wait { $0.pickerList.contains { $0.hasPrefix("  1  1.jpg  (similar)") } }
    try picker.send(Self.fold)
    try expect("> 1  1.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    // It is there for the next search, too.
    try picker.send("jpg")
    try picker.wait { $0.rows[0].contains("search: jpg") && $0.rows[0].contains("  6 photos") }
    try expect("> 1  1.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    try picker.send("\u{16}")
    try picker.wait { $0.pickerFacts.contains(" · ×3 · 1.jpg · ") }
    try picker.send("\u{1B}")
    try expect("> 1  1.jpg  (×3)", "     4.jpg  (×2)", "     6.jpg", in: picker)
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./1.jpg\n")
  }

  @Test func `the prompt's photos stand for their series`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "3.jpg", "5.jpg"], title: "2 photos")
    try prompt.send("\u{F}")
    try prompt.wait { $0.rows[0].contains("6 photos · by date") }
    try prompt.send("\u{13}")
    try prompt.wait {
      $0.rows[0].contains("by name") && $0.pickerList.count == 3
        && $0.pickerList[0].hasPrefix("> 1  3.jpg  (×3)")
        && $0.pickerList[1].hasPrefix("  2  5.jpg  (×2)")
    }
  }

  // MARK: The best

  @Test func `a key selects the best, as find does, and deselects them`() throws {
    let picker = try folded()
    try picker.send(Self.best)
    try picker.wait {
      $0.pickerFacts == "selected the best 3 of 6 photos; Alt-B again deselects them"
    }
    #expect(picker.screen.pickerKeys.hasPrefix("3 photos "))
    try picker.send(Self.best)
    try picker.wait { $0.pickerKeys.hasPrefix("Collage ") }
    try picker.send(Self.best)
    try picker.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    let found = try BuiltProgram.run("find", "--best", "3", "--in", ".", in: folder)
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: found.output)
    #expect(found.output.split(separator: "\n").count == 3)
  }

  @Test func `no more are selected than there is room for, and none like those selected`() throws {
    let two = try folded(["--preview", "off", "--max", "2"])
    try two.send(Self.best)
    try two.wait { $0.pickerKeys.hasPrefix("2 photos ") }
    let found = try BuiltProgram.run("find", "--best", "2", "--in", ".", in: folder)
    try two.send("\u{1B}[D" + Self.best)
    try two.wait { $0.pickerFacts.contains("remove one first") }
    try two.send("\r")
    try two.expectEnd(.exited(0), printing: found.output)

    let picker = try folded()
    try picker.send("5\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    try picker.send("\u{15}")
    try picker.wait { $0.rows[0].contains("  6 photos") }
    try picker.send(Self.best)
    try picker.wait { $0.pickerFacts.hasPrefix("selected the best 2 of 6 photos") }
    #expect(picker.screen.pickerKeys.hasPrefix("3 photos "))
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./5.jpg\n./2.jpg\n./6.jpg\n")
  }

  @Test func `where all others are like those selected, that is said`() throws {
    let picker = try folded()
    try picker.send("\t\t\t")
    try picker.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    try picker.send(Self.best)
    try picker.wait { $0.pickerFacts == "all other photos are similar to the selected ones" }
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./2.jpg\n./4.jpg\n./6.jpg\n")
  }

  @Test func `the best of what a search finds are selected`() throws {
    let picker = try PickerTerminal(in: folder, photos: 6)
    // Without waiting for anything.
    try picker.send("-2.jpg -6.jpg" + Self.best + "\r")
    #expect(try picker.terminal.waitForEnd() == .exited(0))
    #expect(try folder.read("picked").split(separator: 10).count == 2)
  }

  // MARK: Tiles

  @Test func `a tile says how many photos it stands for, and a click there unfolds them`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks, photos: 6)
    try picker.wait { $0.text.contains("━ ×3 ━") && $0.text.contains("─ ×2 ─") }
    #expect(!picker.screen.text.contains("1.jpg"))
    let row = try #require(picker.screen.rows.firstIndex { $0.contains(" ×3 ") })
    let line = picker.screen.rows[row]
    let column = line.distance(
      from: line.startIndex, to: try #require(line.firstRange(of: "×3")).lowerBound)
    let click = "\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m"
    try picker.send(click)
    try picker.wait {
      $0.text.contains(" best of 3 ") && $0.text.contains(" similar ") && $0.text.contains("1.jpg")
    }
    #expect(picker.screen.pickerKeys.hasPrefix("Collage "))
    try picker.send(Self.fold)
    try picker.wait { $0.text.contains(" ×3 ") && !$0.text.contains("similar ─") }
  }

  @Test(arguments: [(10, 40), (24, 80), (30, 130)])
  func `without colours and UTF-8 it can be seen, too, in windows of any size`(
    rows: Int, columns: Int
  ) throws {
    let picker = try PickerTerminal(
      in: folder, Self.blocks, environment: ["LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"],
      photos: 6, rows: rows, columns: columns)
    try picker.wait { $0.text.contains("= x3 =") && $0.text.contains(">2.jpg") }
    try picker.send(Self.fold)
    try picker.wait { $0.text.contains("best") && $0.text.contains(" similar ") }
    #expect(
      picker.screen.rows.allSatisfy { row in
        row.unicodeScalars.allSatisfy { $0.isASCII || (0x2580...0x259F).contains($0.value) }
      })
  }

  // MARK: Many photos

  @Test func `more than 200 new photos are compared only when the user asks for it`() throws {
    let many = try PromptPhotos.folder()
    for number in 0..<194 {
      try many.write(PromptPhotos.jpeg, to: FilePath("x\(100 + number).jpg"))
    }
    let picker = try PickerTerminal(in: many, photos: 201)
    try picker.terminal.waitUntilQuiet()
    #expect(!picker.screen.text.contains("(×"))
    #expect(throws: (any Error).self) { try many.names(in: ".cache/collage/series") }
    try picker.send(Self.fold)
    try picker.wait { $0.pickerList.first?.hasPrefix(">    a.jpg  (×195)") == true }
    #expect(picker.screen.pickerList.count == 7)
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
    // Then nothing must be measured any more.
    let next = try PickerTerminal(in: many, photos: 201)
    try next.wait { $0.pickerList.first?.hasPrefix(">    a.jpg  (×195)") == true }
  }

  @Test func `Esc stops a comparison that the user has asked for`() throws {
    let slow = try PromptPhotos.folder()
    _ = try PromptPhotos.writeSlow(in: slow)
    let picker = try PickerTerminal(in: slow, photos: 13)
    try picker.send(Self.best)
    try picker.wait { $0.pickerFacts.hasPrefix("comparing photos: ") }
    // Other keys do what they do.
    try picker.send("\u{1B}[B")
    try picker.wait { $0.pickerList.contains { $0.hasPrefix(">    b.png") } }
    try picker.send("\u{1B}")
    try picker.wait { $0.pickerFacts == "comparison stopped" }
    #expect(picker.screen.pickerKeys.hasPrefix("Collage "))
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `photos that all differ are not folded`() throws {
    let picker = try PickerTerminal(in: PromptPhotos.folder())
    try picker.send(Self.fold)
    try picker.wait { $0.pickerFacts == "no two photos here are of the same moment" }
    #expect(picker.screen.pickerList.count == 7)
  }
}
