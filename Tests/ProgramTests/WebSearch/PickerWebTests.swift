import Dispatch
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Ctrl-G in the picker.
@Suite(.waiting) struct PickerWebTests {
  let folder: TemporaryFolder
  let service: PictureService

  init() throws {
    folder = try PromptPhotos.folder()
    service = try PictureService()
  }

  private static let switchSource = "\u{7}"

  /// Opens the picker in the prompt, and has it show what is found on the web.
  private func search(in prompt: PromptTerminal) throws {
    try prompt.send("\u{F}")
    try prompt.wait { $0.rows[0].contains("photos · by date") }
    try prompt.send(Self.switchSource + "lake\r")
    try prompt.wait { $0.rows[0].contains("2 of 3 photos") }
  }

  @Test func `Ctrl-G searches the web and goes back, and marks stay`() throws {
    let picker = try PickerTerminal(in: folder, environment: service.environment, columns: 120)
    try picker.send("\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    try picker.send(Self.switchSource)
    let host = service.address.dropFirst("http://".count)
    try picker.wait {
      $0.pickerList == [
        "type what to search for; from three letters on, Openverse (\(host)) is asked as you type"
      ]
        && $0.pickerKeys.contains("Ctrl-G folders")
    }
    try picker.send("la")
    try picker.wait {
      $0.pickerList == ["Enter sends the words to Openverse (\(host))"]
        && $0.pickerKeys.contains("Enter search")
    }
    #expect(service.server.requests.isEmpty)
    try picker.send("ke\r")
    try picker.wait { $0.rows[0].contains("2 of 3 photos · Openverse · 19 of 20/min left") }
    #expect(
      picker.screen.pickerList == [
        ">    Lake  Ann <i> [x](y), CC BY-SA 4.0", "     Sea  Ann, CC BY-NC 4.0",
      ])
    let facts =
      "Lake · by Ann <i> [x](y) · CC BY-SA 4.0 · JPEG · 4000x3000 · https://source.example/Lake"
    try picker.wait { $0.pickerFacts == facts }
    try picker.send("\u{13}")
    try picker.wait { $0.pickerFacts == "Openverse sorts the results itself" }
    try picker.send("\u{1B}[B\t")
    try picker.wait {
      $0.pickerKeys.hasPrefix("2 photos ") && $0.pickerList.last?.hasPrefix("> 2  Sea") == true
    }
    try picker.send(Self.switchSource + "\u{15}")
    try picker.wait {
      $0.rows[0].contains("7 photos · by name") && $0.pickerList.first?.contains("1  a.jpg") == true
    }
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./a.jpg\n\(service.url("Sea"))\n")
    #expect(service.searches.count == 1)
  }

  @Test func `the web is searched when typing pauses, for the latest words alone`() throws {
    let picker = try PickerTerminal(in: folder, environment: service.environment, columns: 120)
    try picker.send(Self.switchSource)
    for letter in "lake" { try picker.send(String(letter)) }
    try picker.wait { $0.rows[0].contains("searching") && $0.pickerKeys.contains("Enter search") }
    try picker.wait {
      $0.rows[0].contains("2 of 3 photos · Openverse") && $0.pickerKeys.contains("Enter done")
    }
    #expect(service.searches.count == 1 && service.searches[0].contains("q=lake&"))
    // Words that were searched for cost nothing.
    try picker.send("\u{7F}")
    try picker.wait { _ in service.searches.count == 2 }
    try picker.send("e")
    try picker.wait { $0.rows[0].contains("2 of 3 photos") && !$0.rows[0].contains("searching") }
    #expect(service.searches.count == 2)
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `failures and limits stand in place of hits, and Ctrl-R asks again`() throws {
    let picker = try PickerTerminal(in: folder, environment: service.environment, columns: 130)
    try picker.send(Self.switchSource + "limit\r")
    let limit =
      "Openverse: its search limit is reached (0 of 20/min left, 9 of 200/day left); try again after 52 s"
    try picker.wait { $0.pickerList == [limit + " (Ctrl-R)"] }
    try picker.send("\u{12}")
    try picker.wait { _ in service.searches.count == 2 }
    try picker.send("\u{15}broken\r")
    try picker.wait {
      $0.pickerList == ["Openverse: its answer can't be read; try again later (Ctrl-R)"]
    }
    try picker.send("\u{15}nothing\r")
    try picker.wait { $0.pickerList == ["Openverse found nothing"] }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `with --offline nothing is asked`() throws {
    let picker = try PickerTerminal(
      in: folder, ["--preview", "off", "--offline", "--service", "commons"],
      environment: service.environment,
      columns: 100)
    try picker.send(Self.switchSource + "lake\r")
    try picker.wait {
      $0.pickerList == [
        "Wikimedia Commons: searching the web needs a connection; leave out --offline (Ctrl-R)"
      ]
    }
    #expect(service.server.requests.isEmpty)
  }

  @Test func `a chosen picture is known by its small one, and so is what the collage shows of it`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "grid", "--canvas", "400x100"],
      environment: service.environment, columns: 120)
    try search(in: prompt)
    try prompt.send("\u{16}")
    try prompt.wait { $0.pickerFacts.hasPrefix("not selected · Lake · ") }
    try prompt.send("\t")
    try prompt.wait { $0.pickerFacts.hasPrefix("photo 1: crops 67% · Lake · ") }
  }

  @Test func `what is marked is fetched while one goes on, and leaving ends that`() throws {
    let (hasBegun, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let photo = Workplace.photos[0]
    let server = try HostileServer { connection, _, request in
      let target = request.split(separator: " ")[1]
      let host = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host: ") }!
        .dropFirst(6)
      if target.contains("?") {
        return connection.respond(
          body: SearchAnswers.openverse(PictureService.pictures, base: "http://\(host)/"))
      }
      if target == "/Lake.jpg" {
        hasBegun.signal()
        mayGo.wait()
      }
      connection.respond(body: photo)
    }
    let prompt = try PromptTerminal(
      in: folder, environment: ["COLLAGE_OPENVERSE": "http://127.0.0.1:\(server.port)"],
      columns: 100)
    try search(in: prompt)
    try prompt.send("\t")
    try prompt.wait { $0.pickerKeys.hasPrefix("1 photo ") }
    #expect(hasBegun.waitForSignal())
    try prompt.send("\u{3}")
    try prompt.wait { $0.promptRow == "Collage>" }
    mayGo.signal()
    for name in ["x.jpg", "y.jpg"] {
      #expect(try prompt.ask("add \(server.url(name))") == ["✓ added \(name)"])
    }
    #expect(!server.requests.contains { $0.hasPrefix("GET /Sea") })
    #expect(prompt.screen.promptRow == "2 photos>")
  }

  @Test func `small pictures fill the tiles and the collage, and further pages come`() throws {
    let picker = try PickerTerminal(
      in: folder, ["--preview", "kitty"], environment: service.environment, rows: 40, columns: 150)
    try picker.send(Self.switchSource + "lake\r")
    try picker.wait { $0.rows[0].contains("2 of 3 photos") && $0.pictures.count == 3 }
    try picker.send("\t\t")
    // The collage at the side is one more.
    try picker.wait { $0.pictures.count == 4 && $0.text.contains(" · crops ") }
    try picker.send("\u{15}many\r")
    try picker.wait { $0.rows[0].contains("of 25 photos") && !$0.text.contains("loading") }
    try picker.send("\u{1B}[F")
    try picker.wait { $0.rows[0].contains("25 of 25 photos") }
    try picker.send("\u{1B}[F")
    try picker.wait { $0.pickerFacts.hasPrefix("Photo25 · ") }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `in the prompt what is chosen on the web is fetched and added`() throws {
    let prompt = try PromptTerminal(in: folder, environment: service.environment, columns: 100)
    try search(in: prompt)
    try prompt.send("\t\t\r")
    try prompt.wait {
      $0.promptRow == "2 photos>" && $0.transcript.contains("✓ added Lake.jpg, Sea.jpg")
    }
    try prompt.ask("save out.jpg")
    prompt.expectTidy()
    #expect(try String(decoding: folder.read("out.jpg"), as: UTF8.self).contains("CC BY-NC 4.0"))
  }
}
