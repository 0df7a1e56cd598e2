import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that swap places while they are arranged with keys, and what becomes of their layout.
@Suite(.waiting) struct ArrangedLayoutTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let swapRight = "\u{1B}[1;2C"
  private static let swapDown = "\u{1B}[1;2B"
  private static let arrange = "\u{14}"
  private static let arranged = "mosaic, arranged by hand · "

  /// The third layout of four photos, with their numbers in a picture of letters.
  private func thirdLayout(
    _ names: [String] = ["a.jpg", "b.png", "c.jpg", "d.png"]
  ) throws -> PromptTerminal {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "mosaic", "--library", "shelf"],
      ["--preview", "ascii"] + names, rows: 45, columns: 140, title: "\(names.count) photos")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/") == true }
    try prompt.ask("layout 3")
    try prompt.wait { $0.status?.hasPrefix("mosaic 3/") == true }
    try prompt.wait { $0.labels.count == names.count }
    try prompt.terminal.waitUntilQuiet()
    return prompt
  }

  @Test func `photos of one shape swap places, and all frames stay where they are`() throws {
    let prompt = try thirdLayout()
    let before = prompt.screen.labels
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    let isRight = before[1].row == before[0].row
    try prompt.send(isRight ? Self.swapRight : Self.swapDown)
    try prompt.wait {
      $0.status?.hasPrefix(Self.arranged) == true && $0.promptRow.hasSuffix(": a.jpg")
        && $0.promptRow != "photo 1: a.jpg"
    }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.labels == before, "\(prompt.screen.text)")
    // The highlight goes back with the photo.
    try prompt.send("u")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 3/22 ") == true && $0.promptRow == "photo 1: a.jpg"
    }
    try prompt.send("r")
    try prompt.wait {
      $0.status?.hasPrefix(Self.arranged) == true && $0.promptRow.hasSuffix(": a.jpg")
        && $0.promptRow != "photo 1: a.jpg"
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    #expect(try prompt.photos() != ["a.jpg", "b.png", "c.jpg", "d.png"])
    prompt.expectTidy()
  }

  @Test func `photos of other shapes take their sizes, and lie in the same order`() throws {
    for (name, size) in [
      ("wide.png", PixelSize(width: 120, height: 50)),
      ("tall.png", PixelSize(width: 50, height: 90)),
      ("plain.png", PixelSize(width: 90, height: 60)),
      ("square.png", PixelSize(width: 60, height: 60)),
    ] {
      try folder.write(Picture.png(Picture.sample(1, size)), to: FilePath(name))
    }
    let prompt = try thirdLayout(["wide.png", "tall.png", "plain.png", "square.png"])
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: wide.png" }
    // There and back again, everything lies as before.
    let before = prompt.screen.labels
    let isRight = before[1].row == before[0].row
    try prompt.send(isRight ? Self.swapRight : Self.swapDown)
    try prompt.wait {
      $0.status?.hasPrefix(Self.arranged) == true && $0.promptRow.hasSuffix(": wide.png")
    }
    let number = try #require(prompt.screen.promptRow.firstMatch(of: /photo ([0-9])/)?.1)
    #expect(number != "1")
    try prompt.send(isRight ? "\u{1B}[1;2D" : "\u{1B}[1;2A")
    try prompt.wait { $0.promptRow == "photo 1: wide.png" && $0.labels == before }
    #expect(prompt.screen.status?.hasPrefix(Self.arranged) == true)
  }

  @Test func `a layout that was arranged goes on until something else is asked for`() throws {
    let prompt = try thirdLayout()
    func swap() throws {
      try prompt.send(Self.arrange)
      try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
      try prompt.send(Self.swapRight + Self.swapDown)
      try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true }
    }
    try swap()
    // Other layouts end it, and a step back restores it.
    try prompt.send("\u{1B}[6~")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/22 ") == true
        && $0.text.contains("all photos are laid out anew; u brings your arrangement back")
    }
    try prompt.send("u")
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true && !$0.text.contains("┌") }
    // The others stay where they are when a photo leaves or turns.
    try prompt.send("t")
    try prompt.wait {
      $0.promptRow.hasSuffix("turn right") && $0.status?.hasPrefix(Self.arranged) == true
    }
    try prompt.send("u\u{1B}[3~")
    try prompt.wait {
      $0.promptRow.hasPrefix("photo") && $0.status?.hasPrefix(Self.arranged) == true
        && $0.labels.count == 3
    }
    try prompt.send("u\r")
    try prompt.wait { $0.promptRow == "4 photos>" && $0.labels.count == 4 }
    #expect(try prompt.ask("layout") == ["layout: mosaic, arranged by hand"])
    #expect(
      try prompt.ask("weight 1 3").contains {
        $0.contains("the layout is arranged by hand; enter 'layout mosaic' to look for another")
      })
    try prompt.ask("weight 1 1")
    #expect(try prompt.ask("layout next") == ["layout: mosaic, 1 of 22"])
    try prompt.ask("undo")
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true }
    try prompt.ask("add e.jpg")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/") == true && $0.labels.count == 5 }
    try prompt.ask("undo")
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true && $0.labels.count == 4 }
    // All settings are beside the picture.
    try prompt.send("style\r")
    try prompt.wait { $0.text.contains(/\* layout +by hand/) }
    try prompt.send("layout mosaic\r")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/22 ") == true && !$0.text.contains(/layout +by hand/)
    }
  }

  @Test func `it is saved as it is, and opened again`() throws {
    let prompt = try thirdLayout()
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send(Self.swapRight + Self.swapDown)
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    try prompt.terminal.waitUntilQuiet()
    let before = prompt.screen.labels
    let answer = try prompt.ask("save").joined()
    let id = try #require(answer.firstMatch(of: /saved 4 photos as ([0-9a-z]+)/)?.1)
    try prompt.ask("new")
    try prompt.ask("open \(id)")
    try prompt.wait { $0.promptRow == "4 photos>" && $0.labels.count == 4 }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.labels == before, "\(prompt.screen.text)")
  }

  @Test func `where a layout has no room for the swapped photos, all are laid out anew`() throws {
    for (name, width, height) in [
      ("plain.png", 120, 80), ("wide.png", 160, 16), ("thin.png", 16, 160), ("tall.png", 80, 120),
    ] {
      let picture = Picture.sample(2, PixelSize(width: width, height: height))
      try folder.write(Picture.png(picture), to: FilePath(name))
    }
    let prompt = try PromptTerminal(
      in: folder, look: ["--canvas", "90x60", "--gap", "8", "--margin", "2"],
      ["--preview", "off", "plain.png", "wide.png", "thin.png", "tall.png"], columns: 100,
      title: "4 photos")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/22 ") == true }
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: plain.png" }
    try prompt.send(Self.swapRight)
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/22 ") == true && $0.promptRow.hasSuffix(": plain.png")
        && $0.text.contains("swapped, but there is no room for that; all photos are laid out anew")
    }
    #expect(prompt.screen.promptRow != "photo 1: plain.png")
  }

  @Test func `in other layouts photos swap as ever`() throws {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "rows"],
      ["--preview", "off", "a.jpg", "b.png", "c.jpg", "d.png"], title: "4 photos")
    try prompt.wait { $0.status?.hasPrefix("rows 1/") == true }
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send(Self.swapRight)
    try prompt.wait { $0.promptRow == "photo 2: a.jpg" && $0.status?.hasPrefix("rows 1/") == true }
  }

  // MARK: Sizes

  /// The weight in the row of the prompt; 1 if it has none.
  private func weight(_ screen: ScreenModel) -> Double {
    screen.promptRow.firstMatch(of: /weight ([0-9.]+)/).flatMap { Double($0.1) } ?? 1
  }

  private func mosaic() throws -> PromptTerminal {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "mosaic"],
      ["--preview", "off", "a.jpg", "b.png", "c.jpg", "d.png"], columns: 120, title: "4 photos")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/22 ") == true }
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    return prompt
  }

  /// Presses a key until the photo doesn't change any more.
  ///
  /// - Returns: the weights that it has had.
  private func weights(_ prompt: PromptTerminal, _ key: String, until end: String) throws
    -> [Double]
  {
    var weights = [weight(prompt.screen)]
    for _ in 0..<30 {
      try prompt.send(key)
      try prompt.wait { self.weight($0) != weights.last || $0.text.contains(end) }
      if prompt.screen.text.contains(end) { break }
      weights.append(weight(prompt.screen))
    }
    #expect(prompt.screen.text.contains(end))
    #expect(weight(prompt.screen) == weights.last)
    return weights
  }

  @Test func `weights change as long as the photo gets another size`() throws {
    let prompt = try mosaic()
    let larger = try weights(
      prompt, "+", until: "photo 1 can't become larger here; more would crop too much")
    #expect((2..<12).contains(larger.count) && larger == larger.sorted(), "\(larger)")
    let smaller = try weights(
      prompt, "-", until: "photo 1 can't become smaller here; more would crop too much")
    #expect((2..<12).contains(smaller.count) && smaller.reversed() == smaller.sorted())
    // What was pressed in vain is no step.
    try prompt.send(String(repeating: "u", count: larger.count + smaller.count - 2))
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" && !$0.text.contains("nothing to undo") }
    try prompt.send("u")
    try prompt.wait { $0.text.contains("nothing to undo here") }
    try prompt.send("0")
    try prompt.wait { $0.text.contains("photo 1 has weight 1 already") }
  }

  @Test func `the opposite key brings the size before back`() throws {
    let prompt = try mosaic()
    let before = try #require(prompt.screen.status)
    for _ in 0..<2 {
      try prompt.send("+")
      try prompt.wait { self.weight($0) > 1 && $0.status != before }
      try prompt.send("-")
      try prompt.wait { self.weight($0) == 1 && $0.status == before }
    }
  }

  @Test func `keys wait for the search that the one before them needs`() throws {
    let prompt = try mosaic()
    try prompt.send("+\u{1B}[C+0u1\rstyle\r")
    try prompt.wait {
      $0.promptRow == "4 photos>" && $0.transcript.contains("4 photos> style")
        && $0.transcript.contains { $0.hasPrefix("* weight 1 ") }
    }
  }

  @Test func `a weight ends an arrangement, and a key makes a photo the largest`() throws {
    let prompt = try thirdLayout()
    try prompt.send(Self.arrange + "2")
    try prompt.wait { $0.promptRow == "photo 2: b.png" }
    try prompt.send("L")
    try prompt.wait {
      $0.promptRow.hasPrefix("photo 2: b.png · weight ")
        && $0.status?.hasPrefix("mosaic 1/") == true
        && $0.text.contains("photo 2 leads now; the others have weight 1")
    }
    try prompt.send("L")
    try prompt.wait { $0.text.contains("photo 2 leads already") }
    try prompt.send("\u{1B}[1;2A\u{1B}[1;2D\u{1B}[1;2B\u{1B}[1;2C")
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true }
    try prompt.send("0")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/22 ") == true && !$0.promptRow.contains("weight")
        && !$0.text.contains("leads already")
    }
    try prompt.send("u")
    try prompt.wait { $0.status?.hasPrefix(Self.arranged) == true }
  }

  @Test func `a grid has no sizes to change`() throws {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "grid"], ["--preview", "off", "a.jpg", "b.png"],
      columns: 100, title: "2 photos")
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    for key in ["+", "-", "L", "0"] {
      try prompt.send("w" + key)
      try prompt.wait { $0.text.contains("weights change nothing in the layout grid") }
      #expect(!prompt.screen.promptRow.contains("weight"))
      try prompt.send("w")
      try prompt.wait { !$0.text.contains("weights change nothing") }
    }
  }

  // MARK: Steps

  @Test func `steps are taken back as far as where arranging began`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png", "c.jpg", "d.png"], columns: 100,
      title: "4 photos")
    try prompt.send(Self.arrange)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    let end = "nothing to undo here; Enter leaves, then 'undo' goes further"
    try prompt.send("u")
    try prompt.wait { $0.text.contains(end) && $0.promptRow == "photo 1: a.jpg" }
    try prompt.send("4\u{1B}[3~")
    try prompt.wait { $0.promptRow == "photo 3: c.jpg" }
    try prompt.send("1u")
    try prompt.wait { $0.promptRow == "photo 4: d.png" }
    try prompt.send("u")
    try prompt.wait { $0.text.contains(end) && $0.promptRow == "photo 4: d.png" }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "4 photos>" }
    try prompt.send("undo\r")
    try prompt.wait { $0.promptRow == "Collage>" }
  }
}

extension ScreenModel {
  /// Where a picture of letters has the photos' numbers, in their order.
  fileprivate var labels: [Label] {
    let found = rows.prefix(previewEnd).enumerated().flatMap { row, text in
      text.matches(of: /\[([0-9])\]/).map { match in
        Label(
          number: Int(match.1) ?? 0, row: row - previewEnd,
          column: text.distance(from: text.startIndex, to: match.range.lowerBound))
      }
    }
    return found.sorted { $0.number < $1.number }
  }

  fileprivate struct Label: Hashable {
    let number: Int
    /// From the end of the picture.
    let row: Int
    let column: Int
  }
}
