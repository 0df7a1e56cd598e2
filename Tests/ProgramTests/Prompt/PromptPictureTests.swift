import FoundationEssentials
import Glibc
import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What goes over the wire for a preview of true pixels.
@Suite(.waiting) struct PromptPictureTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let cells = "\u{1B}[6;18;9t"
  private static let kitty =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\(cells)\u{1B}[?62;c\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"

  /// What shows that the terminal is on another machine.
  private static let remote = ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"]

  /// A prompt with six photos full of detail, on a terminal with cells of 9x18 pixels that shows
  /// their picture.
  private func startWithNoise(
    replies: String = kitty, environment: [String: String] = remote
  ) throws -> PromptTerminal {
    var state: UInt32 = 7
    let names = try (1...6).map { number in
      let raster = Raster(size: PixelSize(width: 240, height: 160)) { _, _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Colour(
          red: UInt8(truncatingIfNeeded: state >> 24),
          green: UInt8(truncatingIfNeeded: state >> 16),
          blue: UInt8(number * 40))
      }
      try folder.write(Picture.png(raster), to: FilePath("noise\(number).png"))
      return "noise\(number).png"
    }
    let prompt = try PromptTerminal(in: folder, names, environment: environment, title: "6 photos")
    try prompt.send(replies)
    try prompt.wait { $0.pictures.count == 1 }
    try prompt.terminal.waitUntilQuiet()
    return prompt
  }

  @Test func `after a move the new picture is sent once, in less than 150 kB, and little else`()
    throws
  {
    let prompt = try startWithNoise()
    let before = prompt.screen
    let mark = prompt.terminal.output.count
    try prompt.ask("move 1 6")
    try prompt.wait { $0.pictures.count == 1 && $0.pictures[0].id != before.pictures[0].id }
    try prompt.terminal.waitUntilQuiet()
    let screen = prompt.screen
    #expect(screen.pictureTransmissions == before.pictureTransmissions + 1)
    #expect(screen.heldPictures == Set(screen.pictures.map(\.id)))
    let payload = screen.graphics[before.graphics.count...].map(\.payloadBytes).reduce(0, +)
    #expect(payload > 20_000 && payload < 150_000)
    #expect(prompt.terminal.output.count - mark - payload < 10_000)
    prompt.expectTidy()

    // Neither keys nor answers send a picture again.
    let count = prompt.terminal.output.count
    try prompt.ask("list")
    try prompt.send("add")
    try prompt.wait { $0.promptRow == "6 photos> add" }
    #expect(prompt.terminal.output.count - count < 10_000)
    #expect(prompt.screen.pictureTransmissions == screen.pictureTransmissions)
    #expect(prompt.screen.pictures.map(\.id) == screen.pictures.map(\.id))
    prompt.expectTidy()
  }

  @Test
  func `on a slow connection typing overtakes a picture, and superseded pictures are not sent`()
    throws
  {
    let prompt = try startWithNoise()
    let before = prompt.screen
    let original = try #require(before.pictureFile(before.pictures[0].id))
    prompt.terminal.bytesPerSecond = 1_000_000
    try prompt.send("swap 1 2\r")
    try prompt.wait { $0.graphics.count > before.graphics.count + 2 }
    try prompt.send("x")
    try prompt.wait { $0.promptRow == "6 photos> x" }
    #expect(prompt.screen.pictureTransmissions == before.pictureTransmissions)
    #expect(prompt.screen.pictures.map(\.id) == before.pictures.map(\.id))
    try prompt.send("\u{7F}" + String(repeating: "swap 3 4\rswap 5 6\r", count: 4) + "swap 1 2\r")
    // After all of them the photos are as they were before. The picture may never have changed.
    try prompt.wait { screen in
      screen.answer(to: "swap 1 2", after: 1) != nil
        && screen.pictures.first.flatMap { screen.pictureFile($0.id) } == original
    }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.pictures.map { prompt.screen.pictureFile($0.id) } == [original])
    // Ten commands: the first picture, the last, and few that arrived in between.
    #expect(prompt.screen.pictureTransmissions - before.pictureTransmissions <= 5)
    prompt.terminal.bytesPerSecond = nil
    prompt.expectTidy()
    try prompt.send("\u{4}\u{4}")
    try prompt.expectEnd(.exited(0))
    #expect(prompt.screen.heldPictures == [])
  }

  @Test func `leaving while a picture is being sent takes back what was sent of it`() throws {
    let prompt = try startWithNoise()
    let count = prompt.screen.graphics.count
    prompt.terminal.bytesPerSecond = 200_000
    try prompt.send("swap 1 2\r")
    try prompt.wait { $0.graphics.count > count + 1 }
    try prompt.send("\u{4}\u{4}")
    try prompt.expectEnd(.exited(0))
    #expect(prompt.screen.heldPictures == [] && prompt.screen.pictures == [])
  }

  @Test func `a terminal that takes nothing any more does not keep the program from ending`() throws
  {
    let prompt = try startWithNoise()
    try prompt.send("swap 1 2\rswap 1 2\r\u{4}\u{4}")
    // Nothing reads until the program has ended by itself.
    prompt.terminal.send(signal: SIGTERM)
    let status = try prompt.terminal.waitForEndWithoutReading(within: longestWait)
    #expect(status == .exited(143) || status == .exited(0))
  }

  @Test func `a picture that an answer hides is not sent again, and has the settings beside it`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "kitty", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.pictures.count == 1 }
    let picture = prompt.screen.pictures[0]
    let sent = prompt.screen.pictureTransmissions
    try prompt.send("help\r")
    try prompt.wait { $0.pictures.isEmpty && $0.text.contains("help NAME") }
    #expect(prompt.screen.heldPictures == [picture.id])
    try prompt.send("style")
    try prompt.wait { $0.pictures.map(\.id) == [picture.id] }
    try prompt.send("\r")
    try prompt.wait { screen in
      screen.rows.contains { $0.contains("  * canvas ") && $0.hasSuffix(" 2400x1600") }
        && screen.pictures.count == 1
    }
    #expect(prompt.screen.pictureTransmissions == sent)
    #expect(
      prompt.screen.rows[prompt.screen.pictures[0].position.row].hasPrefix(
        String(repeating: " ", count: 44) + "* canvas"))
    prompt.expectTidy()
  }

  @Test func `a kitty on this machine gets every pixel as it is, and white stays white elsewhere`()
    throws
  {
    for environment in [[:], Self.remote] {
      let prompt = try PromptTerminal(
        in: folder,
        look: ["--layout", "grid", "--canvas", "600x200", "--gap", "20", "--margin", "20"],
        ["a.jpg", "b.png"], environment: environment, title: "2 photos")
      try prompt.send(Self.kitty)
      try prompt.wait { $0.pictures.count == 1 }
      try prompt.terminal.waitUntilQuiet()
      let picture = try prompt.latestPicture(in: folder)
      #expect(picture[2, 2] == .white && picture[picture.size.width / 2, 20] == .white)
    }
    let exact = try startWithNoise(environment: [:])
    let payload = exact.screen.graphics.map(\.payloadBytes).reduce(0, +)
    #expect(payload > 150_000)
    let before = exact.screen.pictureTransmissions
    try exact.ask("list")
    #expect(exact.screen.pictureTransmissions == before)
  }

  @Test func `letters are dense where a photo is dark, once the terminal says that it is white`()
    throws
  {
    let size = PixelSize(width: 60, height: 40)
    try folder.write(Picture.png(Picture.flat(.white, size)), to: "white.png")
    try folder.write(Picture.png(Picture.flat(.black, size)), to: "black.png")
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "ascii", "white.png", "black.png"], title: "2 photos")
    let isRow = { (row: String, left: Character, right: Character) -> Bool in
      let places = [left, right].map { row.firstRange(of: String(repeating: $0, count: 8)) }
      guard let first = places[0], let second = places[1] else { return false }
      return first.upperBound <= second.lowerBound
    }
    try prompt.wait { $0.rows.contains { isRow($0, "@", ".") } }
    try prompt.send("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\")
    try prompt.wait { $0.rows.contains { isRow($0, ".", "@") } }
    #expect(prompt.screen.promptRow == "2 photos>")
  }

  @Test func `a transparent background is shown as squares`() throws {
    let prompt = try PromptTerminal(
      in: folder,
      look: ["--layout", "grid", "--canvas", "600x200", "--gap", "60", "--margin", "60"],
      ["a.jpg", "b.png"], title: "2 photos")
    try prompt.send(Self.kitty)
    try prompt.wait { $0.pictures.count == 1 }
    let before = prompt.screen.pictures
    try prompt.ask("background transparent")
    try prompt.wait { $0.pictures.count == 1 && $0.pictures[0].id != before[0].id }
    try prompt.terminal.waitUntilQuiet()
    let picture = try prompt.latestPicture(in: folder)
    let margin = Set((0..<picture.size.width).map { picture[$0, 3] })
    #expect(margin == [.white, Colour(red: 204, green: 204, blue: 204)])
  }

  @Test func `inside tmux pictures are placeholders, where it hands on what is sent`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["a.jpg", "b.png"], environment: ["TMUX": "x", "TERM": "tmux-256color"],
      title: "2 photos")
    try prompt.send("\u{1B}P>|tmux 3.4\u{1B}\\\(Self.cells)\u{1B}[?1;2;4c")
    try prompt.waitForOutput("\u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\\")
    #expect(prompt.screen.graphics == [])
    try prompt.send("\u{1B}P>|ghostty 1.1.0\u{1B}\\")
    try prompt.wait { $0.graphics.last?.keys.contains("a=q") == true }
    try prompt.send("\u{1B}_Gi=31;OK\u{1B}\\")
    try prompt.wait { $0.pictures.map(\.kind) == [.placeholders] }
    let before = prompt.screen
    #expect(!String(decoding: prompt.terminal.output, as: UTF8.self).contains(/[^\u{1B}]\u{1B}_G/))
    let mark = prompt.terminal.output.count
    try prompt.send("list\r")
    try prompt.wait { $0.text.contains("b.png") && $0.pictures.count == 1 }
    #expect(prompt.terminal.output.count - mark < 10_000)
    #expect(prompt.screen.pictureTransmissions == before.pictureTransmissions)
    try prompt.send("swap 1 2\r")
    try prompt.wait { $0.pictures.count == 1 && $0.pictures[0].id != before.pictures[0].id }
    #expect(prompt.screen.heldPictures.count == 1 && prompt.screen.pictureErrors == [])
    #expect(prompt.screen.unknownSequences == [])
  }

  @Test
  func
    `sixels are drawn where the terminal reports them, and again only where text has moved them`()
    throws
  {
    let prompt = try PromptTerminal(in: folder, ["a.jpg", "b.png"], title: "2 photos")
    try prompt.send("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?64;1;2;4c\u{1B}[?64;1;2;4c")
    try prompt.wait { $0.pictures.count == 1 }
    let picture = try #require(prompt.screen.pictures.first)
    #expect(picture.kind == .sixel && picture.columns == 42 && picture.rows == 14)
    #expect(picture.width == 420 && picture.height == 276)
    prompt.expectTidy()
    try prompt.terminal.waitUntilQuiet()
    let mark = prompt.terminal.output.count
    try prompt.send("list")
    try prompt.wait { $0.promptRow == "2 photos> list" }
    #expect(prompt.terminal.output.count - mark < 1000 && prompt.screen.pictures == [picture])
    try prompt.send("\r")
    try prompt.wait {
      $0.text.contains("b.png") && $0.pictures.count == 1 && $0.promptRow == "2 photos>"
    }
    #expect(prompt.screen.pictures[0].position.row == prompt.screen.cursor.row - 16)
    prompt.expectTidy()
    // After a change the old order is not sent again below the answer.
    try prompt.terminal.waitUntilQuiet()
    let drawings = prompt.sixels
    try prompt.send("swap 1 2\r")
    try prompt.wait { $0.text.contains("swapped photos") && $0.pictures.count == 1 }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.sixels == drawings + 1)
    try prompt.send("clear\r")
    try prompt.wait { $0.pictures.isEmpty && $0.promptRow == "Collage>" }
  }

  @Test func `a burst of new sizes clears no window, and draws blocks once`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { !$0.pictureRows.isEmpty }
    try prompt.terminal.waitUntilQuiet()
    let mark = prompt.terminal.output.count
    for step in 1...20 { prompt.terminal.resize(rows: 24, columns: 80 - step) }
    try prompt.wait { _ in prompt.terminal.output.count > mark }
    try prompt.terminal.waitUntilQuiet()
    let output = prompt.terminal.output[mark...]
    #expect(output.count < 20_000, "\(output.count)")
    #expect(!String(decoding: output, as: UTF8.self).contains("\u{1B}[2J"))
    prompt.expectTidy()
  }
}

extension PromptTerminal {
  /// The picture that was sent last with the kitty graphics protocol.
  fileprivate func latestPicture(in folder: TemporaryFolder) throws -> Raster {
    let sent = String(decoding: terminal.output, as: UTF8.self)
    let start = try #require(sent.ranges(of: "\u{1B}_Ga=t,").last).lowerBound
    var base64 = ""
    for command in sent[start...].split(separator: "\u{1B}_G").prefix(10_000) {
      guard let semicolon = command.firstIndex(of: ";"), let end = command.firstIndex(of: "\u{1B}")
      else { continue }
      let keys = command[..<semicolon]
      guard keys.contains("m=") else { continue }
      base64 += command[command.index(after: semicolon)..<end]
      if keys.contains("m=0") { break }
    }
    try folder.write(Array(try #require(Data(base64Encoded: base64))), to: "sent.png")
    return try Raster.decoded(folder.path(of: "sent.png"))
  }

  /// How many pictures in sixels were sent.
  fileprivate var sixels: Int {
    String(decoding: terminal.output, as: UTF8.self).ranges(of: "\u{1B}P0;1;0q").count
  }
}
