import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The picker inside of the prompt.
@Suite(.waiting) struct PromptPickingTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private func picking(_ prompt: PromptTerminal, by keys: String = "\u{F}") throws {
    try prompt.send(keys)
    try prompt.wait {
      $0.rows[0].contains("photos · by date") && $0.pickerKeys.contains("Enter done")
    }
    try prompt.send("\u{13}")
    try prompt.wait { $0.rows[0].contains("photos · by name") }
  }

  @Test(arguments: ["\u{F}", "pick\r", "pick .\r"])
  func `picked photos are added to the collage, in one step that can be undone`(keys: String) throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try picking(prompt, by: keys)
    try prompt.send("\u{1B}[B\u{1B}[B\t\t")
    // Numbers go on where the collage ends.
    try prompt.wait {
      $0.pickerKeys.hasPrefix("4 photos ") && $0.pickerList[2].hasPrefix("  3  c.jpg")
    }
    try prompt.send("\r")
    try prompt.wait {
      $0.promptRow == "4 photos>" && $0.transcript.contains("✓ added c.jpg, d.png")
    }
    prompt.expectTidy()
    try prompt.ask("undo")
    #expect(prompt.screen.promptRow == "2 photos>")
    try prompt.send("quit\rquit\r")
    try prompt.expectEnd(.exited(0))
  }

  @Test func `a photo that is turned where it is shown large is turned in the collage`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "kitty", "--layout", "grid", "a.jpg"], columns: 120,
      title: "1 photo")
    try picking(prompt)
    // Seven tiles, the highlighted photo, and the collage.
    try prompt.wait { $0.pictures.count == 9 }
    try prompt.send("\u{1B}[C\u{16}")
    try prompt.wait {
      $0.pickerFacts.hasPrefix("not selected · b.png · PNG · 48x32") && $0.pictures.count == 1
    }
    let upright = try #require(prompt.screen.pictures.first)
    #expect(upright.width > upright.height && prompt.screen.pickerKeys.contains("tT turn"))
    try prompt.send("t\t")
    try prompt.wait { screen in
      screen.pickerFacts.hasPrefix("photo 2: crops ")
        && screen.pickerFacts.contains("% · turn right · b.png · ")
        && screen.pictures.first.map { $0.width < $0.height } == true
    }
    // To the next photo, which is turned twice and not chosen; then back among the others.
    try prompt.send("\u{1B}[Ctt")
    try prompt.wait { $0.pickerFacts.hasPrefix("not selected · turn 180 · c.jpg") }
    try prompt.send("\u{1B}")
    try prompt.wait {
      $0.pictures.count == 9 && $0.pictures.filter { $0.width < $0.height }.count == 1
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "2 photos>" && $0.transcript.contains("✓ added b.png") }
    #expect(try prompt.ask("turn") == ["turn of photo 1: none", "turn of photo 2: right"])
    // One step, with the turn.
    try prompt.ask("undo")
    try prompt.ask("add c.jpg")
    #expect(try prompt.ask("turn 2") == ["turn of photo 2: none; 'turn 2 right' changes it"])
  }

  @Test func `Esc changes nothing, and the line and the screen are as they were`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send("gap 2")
    try prompt.wait { $0.promptRow == "2 photos> gap 2" && $0.text.contains(" · crops ") }
    let before = prompt.screen.rows
    try picking(prompt)
    try prompt.send("\t\u{1B}")
    try prompt.wait { $0.promptRow == "2 photos> gap 2" }
    #expect(prompt.screen.rows == before)
    prompt.expectTidy()
  }

  @Test func `the collage is edited: its photos are marked, and Enter returns the set in one step`()
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try picking(prompt)
    #expect(
      prompt.screen.pickerList.prefix(3).map { $0.prefix(11) } == [
        "> 1  a.jpg ", "  2  b.png ", "     c.jpg ",
      ])
    // Taken back, and another one in its place.
    try prompt.send("\t\u{1B}[B\t")
    try prompt.wait {
      $0.pickerList[0].hasPrefix("     a.jpg") && $0.pickerList[2].hasPrefix("  2  c.jpg")
    }
    #expect(
      prompt.screen.pickerList[1].hasPrefix("  1  b.png")
        && prompt.screen.pickerKeys.hasPrefix("2 photos "))
    try prompt.send("\r")
    try prompt.wait { $0.transcript.contains("✓ added c.jpg, removed a.jpg") }
    #expect(try prompt.ask("list").map { $0.split(separator: " ")[1] } == ["b.png", "./c.jpg"])
    try prompt.ask("undo")
    #expect(try prompt.ask("list").map { $0.split(separator: " ")[1] } == ["a.jpg", "b.png"])
  }

  @Test func `with nothing changed Enter changes nothing`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 1)
    try prompt.ask("gap 2")
    try picking(prompt)
    try prompt.send("\u{1B}[B\r")
    try prompt.wait { $0.promptRow == "1 photo>" }
    #expect(!prompt.screen.transcript.contains { $0.contains("added b.png") })
    try prompt.ask("undo")
    #expect(try prompt.ask("gap") == ["gap: 1%"])
    #expect(prompt.screen.promptRow == "1 photo>")
  }

  @Test func `there are at most six photos, also in the picker, where one can be exchanged`() throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 6)
    try picking(prompt)
    try prompt.send("\u{1B}[F\t")
    try prompt.wait { $0.pickerFacts == "a collage has at most six photos; remove one first" }
    try prompt.send("\u{1B}[H\t")
    try prompt.wait { $0.pickerKeys.hasPrefix("5 photos (add or remove one) ") }
    try prompt.send("\u{1B}[F\t")
    try prompt.wait {
      $0.pickerKeys.hasPrefix("6 photos  ") && $0.pickerList.last?.hasPrefix("> 6  g.jpg") == true
    }
    try prompt.send("\r")
    try prompt.wait {
      $0.promptRow == "6 photos>" && $0.transcript.contains("✓ added g.jpg, removed a.jpg")
    }
    prompt.expectTidy()
  }

  @Test func `photos of the collage that are elsewhere are counted, and stay`() throws {
    try folder.makeFolder("album")
    try folder.write(PromptPhotos.png, to: "album/x.png")
    let prompt = try PromptTerminal(in: folder, photos: 1)
    try prompt.send("pick album\r")
    try prompt.wait {
      $0.rows[0].contains("1 photo · by date")
        && $0.pickerKeys.hasPrefix("1 selected, 1 elsewhere ")
    }
    try prompt.send("\t")
    try prompt.wait {
      $0.pickerKeys.hasPrefix("2 selected, 1 elsewhere  ")
        && $0.pickerList[0].hasPrefix("> 2  x.png")
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "2 photos>" && $0.transcript.contains("✓ added x.png") }
  }

  @Test func `a photo of the collage is known under another name, too`() throws {
    _ = try ChildProcess("/bin/ln", ["a.jpg", "z.jpg"], in: folder.path).run()
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try picking(prompt)
    // Both names are folded into one.
    try prompt.wait { $0.pickerList.first?.hasPrefix("> 1  a.jpg  (×2)") == true }
    try prompt.send("\u{1B}o\u{1B}[F")
    try prompt.wait { $0.pickerList.last?.hasPrefix("> 1  z.jpg") == true }
    try prompt.send("\t")
    try prompt.wait {
      $0.pickerKeys.hasPrefix("1 photo ") && $0.pickerList[0].hasPrefix("     a.jpg")
    }
  }

  @Test func `what was marked when the picker was left is offered again`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try picking(prompt)
    try prompt.send("\u{1B}[F\t")
    try prompt.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "2 photos>" }
    try prompt.send("\u{F}")
    try prompt.wait { $0.pickerFacts == "previous selection restored" }
    try prompt.send("\u{13}")
    try prompt.wait {
      $0.pickerList.last?.hasPrefix("  3  g.jpg") == true && $0.pickerKeys.hasPrefix("3 photos ")
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "3 photos>" && $0.transcript.contains("✓ added g.jpg") }
  }

  @Test
  func `the preview is there again when the picker is gone, also in a window of another size`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "kitty", "a.jpg", "b.png"], columns: 100, title: "2 photos")
    try prompt.wait { $0.pictures.count == 1 }
    try picking(prompt)
    try prompt.wait { $0.pictures.count == 9 }
    prompt.terminal.resize(rows: 30, columns: 90, .cuts)
    try prompt.wait {
      $0.pictures.count == 7 && $0.rows.count == 30 && $0.pickerKeys.contains("Enter done")
    }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "2 photos>" && $0.pictures.count == 1 }
    prompt.expectTidy()
    #expect(prompt.screen.heldPictures.count == 1)
  }

  @Test func `a script is told that picking needs a terminal`() throws {
    let outcome = try BuiltProgram.run(
      "prompt", in: folder, standardInput: .bytes(Array("pick\n".utf8)))
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.error.contains(
        "the picker needs a full-screen terminal; use add with files, folders or patterns"))
  }
}
