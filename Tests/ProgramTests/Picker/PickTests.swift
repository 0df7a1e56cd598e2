import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage pick` on a terminal.
@Suite(.waiting) struct PickTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  @Test func `chosen photos are printed in the order of choosing`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.wait { $0.pickerList.count == 7 && $0.pickerList[0].hasPrefix(">    a.jpg  .") }
    try picker.wait { $0.pickerFacts.hasPrefix("a.jpg · JPEG · 48x32 · ") }
    // Tab selects and goes on.
    try picker.send("\u{1B}[B\u{1B}[B\t\t")
    try picker.wait { $0.pickerKeys.hasPrefix("2 photos ") }
    #expect(
      picker.screen.pickerList[2].hasPrefix("  1  c.jpg")
        && picker.screen.pickerList[4].hasPrefix(">    e.jpg"))
    try picker.send("\u{1B}[H\t")
    try picker.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    #expect(picker.screen.pickerList[0].hasPrefix("  3  a.jpg"))
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./c.jpg\n./d.png\n./a.jpg\n")
  }

  @Test func `a file that is dropped onto the picker is found, however it comes`() throws {
    try folder.write(PromptPhotos.jpeg, to: "my photo.jpg")
    let count = PromptPhotos.names.count + 1
    let picker = try PickerTerminal(in: folder, photos: count)
    let path = "\(folder.string)/my photo.jpg"
    for dropped in [
      "'\(path)' ", path, path.replacing(" ", with: "\\ "),
      "file://" + path.replacing(" ", with: "%20"),
    ] {
      try picker.search("\u{1B}[200~\(dropped)\u{1B}[201~", hits: 1, of: count)
      try picker.wait { $0.pickerFacts.hasPrefix("my photo.jpg") }
      try picker.send("\u{15}")
      try picker.wait { !$0.rows[0].contains(" of ") }
    }
  }

  @Test func `stars and favourites are searched for, and shown beside the photo`() throws {
    let sidecar = { (attributes: String) in
      Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" \(attributes)/></rdf:RDF></x:xmpmeta>
        """.utf8)
    }
    try folder.write(sidecar(#"xmp:Rating="4""#), to: "b.png.xmp")
    try folder.write(sidecar(#"xmp:Rating="-1""#), to: "a.jpg.xmp")
    try folder.write(Array(#"{"title":"c.jpg","favorited":true}"#.utf8), to: "c.jpg.json")
    let picker = try PickerTerminal(in: folder)
    try picker.search("rating:3", hits: 1)
    try picker.wait {
      $0.pickerFacts.hasPrefix("b.png") && $0.pickerFacts.contains(" · 4 stars · ")
    }
    try picker.send("\u{15}")
    try picker.search("rating:rejected", hits: 1)
    try picker.wait {
      $0.pickerFacts.hasPrefix("a.jpg") && $0.pickerFacts.contains(" · rejected · ")
    }
    try picker.send("\u{15}")
    try picker.search("favourite:", hits: 1)
    try picker.wait { $0.pickerFacts.contains(" · favourite · ") }
  }

  @Test(arguments: [("\r", "./a.jpg\n", 0), ("\u{3}", "", 130)] as [(String, String, Int32)])
  func `the last thing that is seen is what was chosen from`(
    key: String, paths: String, status: Int32
  ) throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("\t")
    try picker.wait {
      $0.pickerKeys.hasPrefix("1 photo ") && $0.pickerFacts.hasPrefix("b.png · PNG")
    }
    let before = picker.terminal.output.count
    try picker.send(key)
    try picker.expectEnd(.exited(status), printing: paths)
    let last = String(decoding: picker.terminal.output[before...], as: UTF8.self)
    // What comes last gives the window back.
    #expect(last.contains("\u{1B}[?1049l"), "\(last)")
    #expect(!last.contains("photos") && !last.contains("nothing"), "\(last)")
  }

  @Test
  func `a search keeps what is chosen, and Enter without a choice takes the highlighted photo`()
    throws
  {
    let picker = try PickerTerminal(in: folder, ["--preview", "off", "-0"])
    try picker.search("jpg -a", hits: 3)
    #expect(picker.screen.rows[0].hasPrefix("search: jpg -a "))
    try picker.send("\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    try picker.send("\u{15}")
    try picker.search("PNG", hits: 3)
    #expect(picker.screen.pickerKeys.hasPrefix("1 photo "))
    try picker.send("\u{7F}\u{7F}\u{7F}")
    try picker.wait {
      $0.rows[0].contains("  7 photos") && $0.pickerList.contains { $0.hasPrefix("  1  c.jpg") }
    }
    // Shift-Tab takes back the photo that was chosen last.
    try picker.send("\u{1B}[H\u{1B}[Z")
    try picker.wait { $0.pickerKeys.hasPrefix("Collage ") }
    try picker.send("\u{1B}[F")
    try picker.wait { $0.pickerFacts.hasPrefix("g.jpg") }
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./g.jpg\0")
  }

  @Test(.enabled(if: OrdinaryUser.isPossible)) func `a folder that may not be read is named`()
    throws
  {
    try folder.makeFolder("secret")
    try folder.setPermissions([], of: "secret")
    let shell = OrdinaryUser.command(
      BuiltProgram.command(["pick", "--preview", "off"], in: folder))
    let terminal = try PseudoTerminal(running: shell, rows: 24, columns: 80)
    try terminal.wait {
      $0.pickerFacts.hasPrefix("./secret: warning: the folder can't be read: Permission denied")
    }
    try terminal.send("\u{1B}[B")
    try terminal.wait { $0.pickerFacts.contains(" · 48x32 · ") }
  }

  @Test(arguments: ["\u{1B}", "\u{3}"])
  func `leaving without a choice is 130 and prints nothing`(key: String) throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("\t\t")
    try picker.wait { $0.pickerKeys.hasPrefix("2 photos ") }
    try picker.send(key)
    if key == "\u{1B}" {
      try picker.wait { $0.pickerFacts.hasPrefix("Esc again leaves without") }
      try picker.send(key)
    }
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `Esc clears the search first, then warns, and then leaves`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.search("png", hits: 3)
    try picker.send("\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    try picker.send("\u{1B}")
    try picker.wait { $0.rows[0].hasPrefix("search:  ") && $0.rows[0].contains("  7 photos") }
    #expect(picker.screen.pickerKeys.hasPrefix("1 photo "))
    try picker.send("\u{1B}")
    try picker.wait { $0.pickerFacts.hasPrefix("Esc again leaves without") }
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `the seventh photo is refused with the rule's reason`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("\t\t\t\t\t\t")
    try picker.wait { $0.pickerKeys.hasPrefix("6 photos ") }
    try picker.send("\t")
    try picker.wait { $0.pickerFacts == "a collage has at most six photos; remove one first" }
    #expect(picker.screen.pickerKeys.hasPrefix("6 photos "))
    // With the next key the facts are back.
    try picker.send("\u{1B}[A")
    try picker.wait { $0.pickerFacts.hasPrefix("f.png") }
    let more = try PickerTerminal(in: folder, ["--preview", "off", "--max", "7"])
    try more.send("\t\t\t\t\t\t\t")
    try more.wait { $0.pickerKeys.hasPrefix("7 photos ") }
  }

  @Test func `what can't be decoded shows why and can't be selected`() throws {
    try folder.write(Array(PromptPhotos.jpeg.prefix(300)), to: "broken.jpg")
    let picker = try PickerTerminal(in: folder, ["--preview", "blocks"], photos: 8)
    try picker.wait { $0.text.contains("damaged:") }
    try picker.search("broken", hits: 1, of: 8)
    try picker.send("\t")
    try picker.wait { $0.pickerFacts.hasPrefix("this photo can't be selected: damaged: ") }
    #expect(picker.screen.pickerKeys.hasPrefix("Collage "))
    try picker.send("\r")
    try picker.wait { $0.pickerFacts.hasPrefix("this photo can't be selected: damaged: ") }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `Enter that follows a search at once takes the search's own hit`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("png f\r")
    try picker.expectEnd(.exited(0), printing: "./f.png\n")
    let marking = try PickerTerminal(in: folder)
    try marking.send("png d\t\u{15}g.jpg\t\r")
    try marking.expectEnd(.exited(0), printing: "./d.png\n./g.jpg\n")
  }

  @Test(arguments: ["\r", "\t\r"])
  func `what can't be decoded can't be selected from a list either`(keys: String) throws {
    try folder.write(Array(PromptPhotos.jpeg.prefix(PromptPhotos.jpeg.count / 2)), to: "half.jpg")
    let picker = try PickerTerminal(in: folder, photos: 8)
    try picker.send("half" + keys)
    try picker.wait {
      $0.pickerFacts.contains("half.jpg is no longer selected: damaged: ")
        || $0.pickerFacts.hasPrefix("this photo can't be selected: damaged: ")
    }
    #expect(picker.screen.pickerKeys.hasPrefix("Collage "))
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `no hit says so and why, and a wrong condition what is right`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send("jpg portrait")
    try picker.wait { $0.pickerList == ["nothing found among 7 photos; 4 match without portrait"] }
    try picker.send("\r")
    try picker.wait { $0.pickerFacts == "there is no photo to select" }
    try picker.send("\u{15}date:1.1.2024")
    // As many clauses as fit.
    let advice = "date:1.1.2024: write a year, a month or a day: 2024, 2024-07 or 2024-07-15"
    try picker.wait { $0.pickerFacts == advice }
    try picker.send("\u{15}dat:2024")
    try picker.wait { $0.pickerFacts == "dat:2024: no key dat; did you mean date:?" }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `photos with the same bytes are marked, and left out on request`() throws {
    try folder.write(try folder.read("a.jpg"), to: "z.jpg")
    let picker = try PickerTerminal(in: folder, photos: 8)
    try picker.unfold(2)
    try picker.wait { $0.pickerList.last?.hasPrefix("     z.jpg  (same bytes)") == true }
    let distinct = try PickerTerminal(
      in: folder, ["--preview", "off", "--no-duplicates"], photos: 8)
    try distinct.wait { $0.rows[0].contains("7 of 8 photos") && !$0.text.contains("z.jpg") }
  }

  @Test func `names of any kind are shown and printed byte for byte`() throws {
    let other = try TemporaryFolder()
    let names: [[UInt8]] = [
      Array("사진 😀 바다.jpg".utf8), [0x62, 0xFF, 0x2E, 0x6A, 0x70, 0x67],
      Array("é\u{301}\nx.jpg".utf8),
    ]
    for name in names { try other.write(PromptPhotos.jpeg, to: FilePath(platformBytes: name)) }
    let picker = try PickerTerminal(in: other, photos: 3)
    // They have the same bytes.
    try picker.unfold(3)
    #expect(picker.screen.text.contains("사진 😀 바다.jpg") && picker.screen.text.contains("b\\xff.jpg"))
    try picker.search("바다", hits: 1, of: 3)
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./사진 😀 바다.jpg\n")
  }

  @Test func `without a terminal it is refused, and folders that can't be read are named`() throws {
    let refused = "the picker needs a terminal; in scripts, use collage find"
    #expect(try BuiltProgram.run("pick", in: folder).answer == .failed(64, refused))
    let shell = ChildProcess(
      "/bin/sh", ["-c", "\"$@\"", "sh", BuiltProgram.path.string, "pick", "./none"], in: folder.path
    )
    let terminal = try PseudoTerminal(running: shell)
    try terminal.wait { $0.text.contains("none: there is no such folder; check the path") }
  }

  @Test func `a signal ends it and gives the terminal back`() throws {
    var command = BuiltProgram.command(["pick", "--preview", "blocks"], in: folder)
    command.environment["COLORTERM"] = "truecolor"
    let terminal = try PseudoTerminal(running: command)
    try terminal.wait { $0.rows[0].contains("7 photos") }
    terminal.send(signal: 15)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(try terminal.modes == terminal.modesAtStart)
    #expect(terminal.screen.privateModes == [7, 25])
  }

  @Test(arguments: [3, 6] as [Int32])
  func `a signal that kills leaves the terminal and its window as they were`(signal: Int32) throws {
    var command = BuiltProgram.command(["pick", "--preview", "off"], in: folder)
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    let terminal = try PseudoTerminal(running: command)
    try terminal.wait { $0.rows[0].contains("7 photos") && $0.pickerFacts.contains("a.jpg") }
    try terminal.waitUntilQuiet()
    terminal.send(signal: signal)
    #expect(try terminal.waitForEnd() == .killed(signal: signal))
    #expect(try terminal.modes == terminal.modesAtStart)
    #expect(terminal.screen.privateModes == [7, 25] && !terminal.screen.text.contains("search:"))
  }

  @Test func `Ctrl-Z gives the window back, and fg goes on where it was`() throws {
    var shell = ChildProcess("/bin/sh", ["-i"], in: folder.path)
    shell.environment.merge(["PS1": "shell$ ", "PROGRAM": BuiltProgram.path.string]) { _, new in new
    }
    let terminal = try PseudoTerminal(running: shell)
    try terminal.wait { $0.promptRow == "shell$" }
    try terminal.send("echo before\r")
    try terminal.wait { $0.promptRow == "shell$" && $0.rows.contains("before") }
    try terminal.send("$PROGRAM pick --preview off\r")
    try terminal.wait { $0.rows[0].contains("7 photos") }
    try terminal.send("png")
    try terminal.wait { $0.rows[0].contains("3 of 7 photos") }
    try terminal.send("\t\u{1A}")
    try terminal.wait { $0.promptRow == "shell$" && $0.rows.contains("before") }
    #expect(try terminal.modes == terminal.modesAtStart)
    #expect(terminal.screen.privateModes == [7, 25])
    try terminal.send("fg\r")
    try terminal.wait {
      $0.rows[0].contains("3 of 7 photos") && $0.pickerKeys.hasPrefix("1 photo ")
    }
    try terminal.send("\u{3}")
    try terminal.wait { $0.promptRow == "shell$" }
    #expect(terminal.screen.unknownSequences == [])
  }

  @Test func `without UTF-8 and without colours everything can still be told apart`() throws {
    let picker = try PickerTerminal(
      in: folder, ["--preview", "blocks"],
      environment: ["LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"])
    try picker.wait { !$0.text.contains("loading") && $0.text.contains(">a.jpg") }
    try picker.send("\t")
    try picker.wait {
      $0.text.contains("+- 1 --") && $0.text.contains("#====") && $0.text.contains(">b.png")
    }
    #expect(
      picker.screen.rows.allSatisfy { row in
        row.unicodeScalars.allSatisfy { $0.isASCII || (0x2580...0x259F).contains($0.value) }
      })
  }
}
