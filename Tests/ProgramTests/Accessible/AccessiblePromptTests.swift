import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The prompt as a talk, from its start to a saved picture.
@Suite(.waiting) struct AccessiblePromptTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private func talk(
    _ arguments: String..., environment: [String: String] = [:], columns: Int = 200
  ) throws -> SpokenRecorder {
    let recorder = try SpokenRecorder(
      ["prompt", "--accessible", "--canvas", "60x40px", "--layout", "grid"] + arguments,
      in: folder, environment: environment, columns: columns)
    let count = arguments.count
    if columns == 200 { try recorder.wait(forPrompt: count == 0 ? "Collage>" : "\(count) photos>") }
    return recorder
  }

  @Test func `photos are added, described and saved`() throws {
    let talk = try talk()
    #expect(
      talk.lines.prefix(2) == [
        "Accessible mode is on, by --accessible.",
        "To leave it, start collage without --accessible.",
      ])
    let added = try talk.ask("a.jpg", prompt: "1 photo>")
    #expect(
      added == [
        "Added a.jpg.",
        "The collage has 1 photo; it can't be saved: a collage needs an even number of photos, not 1; "
          + "add another.",
      ])
    let more = try talk.ask("add b.png c.jpg d.png", prompt: "4 photos>")
    #expect(more == ["Added b.png, c.jpg, d.png.", "The collage has 4 photos; it can be saved."])
    #expect(
      try talk.ask("title Rome, 50% off", prompt: "4 photos>") == ["The title is Rome, 50% off."])
    try talk.ask("title none", prompt: "4 photos>")
    let described = try talk.ask("describe", prompt: "4 photos>")
    #expect(described.first == "The collage has 4 photos; it can be saved.")
    #expect(
      described.dropFirst().first
        == "It is 60 by 40 pixels, less than 0.1 megapixels, in the layout grid.")
    #expect(described.count == 6)
    for (line, place) in zip(
      described.dropFirst(2),
      [
        "At the top left: photo 1, a.jpg, ", "At the top right: photo 2, b.png, ",
        "At the bottom left: photo 3, c.jpg, ", "At the bottom right: photo 4, d.png, ",
      ])
    {
      #expect(
        line.hasPrefix(place) && (line.contains("percent cropped") || line.contains("not cropped")))
    }
    let second = try talk.ask("describe 2", prompt: "4 photos>")
    #expect(second.contains { $0.hasPrefix("The file is b.png, PNG, 48 by 32 pixels, ") })
    let named = try talk.ask("alt 2 The sea, at noon", prompt: "4 photos>")
    #expect(named == ["The alt of photo 2 is The sea, at noon."])
    #expect(
      try talk.ask("describe 2", prompt: "4 photos>").contains {
        $0.hasPrefix("Its settings: ") && $0.contains("The sea, at noon")
      })
    let saved = try talk.ask("save out.png", prompt: "Collage>")
    #expect(
      saved.first?.contains(
        /^Saved 4 photos as [0-9a-f]{32}, in .*out.png, 60 by 40 pixels, [0-9]+ kilobytes\.$/)
        == true,
      "\(saved)")
    #expect(
      saved.last
        == "The collage is saved; a change goes on with it, an added photo begins a new one.")
    let after = try talk.ask("describe", prompt: "Collage>")
    #expect(after.first == "The collage with 4 photos is saved." && after.count == 6)
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
    let told = try BuiltProgram.run("describe", "out.png", in: folder)
    #expect(told.output.contains("At the top right, The sea, at noon."), "\(told)")
  }

  @Test func `a photo's owner is heard`() throws {
    func property(_ name: String, _ text: String) -> String {
      #"<\#(name)><rdf:Alt><rdf:li xml:lang="x-default">\#(text)</rdf:li></rdf:Alt></\#(name)>"#
    }
    try folder.write(PromptPhotos.jpeg, to: "boat.jpg")
    try folder.write(
      Array(
        (#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/"#
          + #"02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" "#
          + #"xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">"#
          + property("Iptc4xmpCore:AltTextAccessibility", "A boat")
          + property("dc:description", "The boat that we hired") + property("dc:title", "Boat")
          + "</rdf:Description></rdf:RDF></x:xmpmeta>").utf8), to: "boat.jpg.xmp")
    let talk = try talk("a.jpg", "boat.jpg")
    let told = try talk.ask("describe 2", prompt: "2 photos>")
    #expect(told.contains("Its title is Boat."))
    #expect(told.contains("Its owner says: A boat"))
    #expect(told.contains("Also: The boat that we hired"))
    try talk.terminal.send("quit\nquit\n")
    try talk.expectEnd()
  }

  @Test func `a refused command says why and what helps, and ends nothing`() throws {
    let talk = try talk()
    let refused = try talk.ask("save", prompt: "Collage>")
    #expect(refused == ["Not possible now: there are no photos; add two first."])
    let unknown = try talk.ask("sabe", prompt: "Collage>")
    #expect(
      unknown == ["Error: 'sabe' is neither a command nor a file; did you mean 'save'?"])
    #expect(try talk.ask("", prompt: "Collage>") == ["Nothing was typed; help says what can be."])
    try folder.write(PromptPhotos.jpeg.dropLast(PromptPhotos.jpeg.count / 4), to: "cut.jpg")
    let damaged = try talk.ask("cut.jpg", prompt: "1 photo>")
    #expect(damaged.contains { $0.hasPrefix("Error: cut.jpg: damaged: ") }, "\(damaged)")
    try talk.ask("remove 1", prompt: "Collage>")
    try talk.ask("a.jpg", prompt: "1 photo>")
    let wrong = try talk.ask("swap 1 7", prompt: "1 photo>")
    #expect(
      wrong.first?.hasPrefix("Error: there is no photo 7; ") == true
        || wrong.first?.hasPrefix("Not possible now: ") == true, "\(wrong)")
    try talk.ask("add b.png", prompt: "2 photos>")
    let warned = try talk.ask("quit", prompt: "2 photos>")
    #expect(warned == ["2 photos not saved; save first, or quit again to leave."])
    try talk.ask("no", prompt: "2 photos>")
    try talk.ask("save out.jpg", prompt: "Collage>")
    let copied = try talk.ask("copy", prompt: "Collage>")
    #expect(
      copied == ["Error: only a terminal has a clipboard; the path is \(folder.string)/out.jpg."])
    try talk.terminal.send("undo\n\u{4}")
    try talk.expectEnd()
    #expect(talk.lines.contains("2 photos were selected but not saved."))
  }

  @Test func `photos are arranged by words, and what that did is described`() throws {
    let talk = try talk("a.jpg", "b.png", "c.jpg", "d.png")
    #expect(talk.lines.contains("Added a.jpg, b.png, c.jpg, d.png."))
    let help = try talk.ask("help arrange", prompt: "4 photos>")
    #expect(help.contains("swap 1 2 swaps two photos.") && help.count > 8)
    #expect(try talk.ask("arrange", prompt: "4 photos>") == help)
    #expect(try talk.ask("swap 1 4", prompt: "4 photos>") == ["Swapped photos 1 and 4."])
    let swapped = try talk.ask("describe changes", prompt: "4 photos>")
    #expect(
      swapped.contains {
        $0.hasPrefix("Photo 1, d.png, moved from bottom right to top left; was photo 4")
      }
        && swapped.contains {
          $0.hasPrefix("Photo 4, a.jpg, moved from top left to bottom right; was photo 1")
        } && swapped.contains("2 photos are as they were."), "\(swapped)")
    try talk.ask("move 3 1", prompt: "4 photos>")
    #expect(
      try talk.ask("weight 2 1.5", prompt: "4 photos>").first == "The weight of photo 2 is 1.5.")
    try talk.ask("layout mosaic", prompt: "4 photos>")
    try talk.ask("add e.jpg f.png", prompt: "6 photos>")
    let smaller = try talk.ask("describe changes", prompt: "6 photos>")
    #expect(
      smaller.contains {
        $0.hasPrefix("Photo 1, c.jpg, ") && $0.contains("is smaller, ")
          && $0.contains(" percent of the picture, before ")
      } && smaller.contains { $0.hasPrefix("Photo 6, f.png, is new, ") }, "\(smaller)")
    try talk.ask("undo", prompt: "4 photos>")
    #expect(
      try talk.ask("focus 2 left", prompt: "4 photos>").first?.hasPrefix("The focus of photo 2 is ")
        == true)
    #expect(try talk.ask("turn 2 right", prompt: "4 photos>") == ["The turn of photo 2 is right."])
    #expect(
      try talk.ask("describe changes", prompt: "4 photos>").contains {
        $0.hasPrefix("Photo 2, d.png, ") && $0.contains("is turned")
      })
    #expect(
      try talk.ask("keep 2", prompt: "4 photos>").first == "Keep-whole of photo 2 is on.")
    try talk.ask("undo", prompt: "4 photos>")
    try talk.ask("gap 2%", prompt: "4 photos>")
    #expect(
      try talk.ask("describe changes", prompt: "4 photos>").first == "Changed: gap is 2 percent.")
    try talk.ask("save out.webp", prompt: "Collage>")
    try talk.terminal.send("\u{4}")
    try talk.expectEnd()
  }

  @Test func `every answer is sentences without columns`() throws {
    let talk = try talk("a.jpg", "b.png")
    for question in [
      "help", "help all", "help save", "help gap", "help weight", "help looks", "help paper",
      "help searches", "help captions", "help pick", "help open", "list", "style", "look",
      "look film", "style", "gap", "weight", "layout", "layout next", "background #123456",
      "canvas 10x15cm", "preview off", "border 4,navy", "describe 1", "describe changes",
      "caption 1 Sun",
      "undo", "redo", "captions name", "default", "# nothing", "view", "gap 500%", "canvas 1x",
      "clear", "undo", "new",
    ] {
      let title = question == "clear" || question == "new" ? "Collage>" : "2 photos>"
      let answer = try talk.ask(question, prompt: title)
      #expect(question.hasPrefix("#") || !answer.isEmpty, "\(question)")
    }
    let style = talk.lines.first { $0.hasPrefix("The others have their defaults: ") }
    #expect(style?.contains(" percent") == true && style?.contains("%") == false, "\(style ?? "")")
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
  }

  @Test func `in a narrow window lines break at words, and its later size changes nothing`() throws
  {
    let talk = try talk(columns: 20)
    try talk.terminal.wait { $0.text.contains("Collage>") }
    try talk.terminal.send("a.jpg b.png\ndescribe\n")
    try talk.terminal.wait { $0.text.contains("2, b.png") }
    try talk.terminal.waitUntilQuiet()
    let before = talk.terminal.output.count
    talk.terminal.resize(rows: 100, columns: 60)
    try talk.terminal.waitUntilQuiet()
    #expect(talk.terminal.output.count == before)
    try talk.terminal.send("save out.png\nquit\n")
    try talk.expectEnd()
    let long = talk.lines.filter { $0.count > 20 && $0.contains(" ") && !$0.contains("> ") }
    #expect(long == [])
    #expect(try folder.names().contains("out.png"))
  }

  @Test func `names with line breaks, escapes and marks of direction are harmless`() throws {
    let names = ["a\u{1B}[31m.jpg", "line\nbreak.jpg", "\u{202E}gpj.jpg", "two.jpg"]
    for (place, name) in names.enumerated() {
      try folder.write(
        Workplace.photos[place], to: FilePath("sub\(place)-" + name))
    }
    let talk = try talk()
    try talk.ask("sub*", prompt: "4 photos>")
    try talk.ask("describe", prompt: "4 photos>")
    try talk.ask("list", prompt: "4 photos>")
    try talk.ask("swap 1 2", prompt: "4 photos>")
    try talk.ask("describe changes", prompt: "4 photos>")
    try talk.ask("pick", prompt: "4 chosen>")
    try talk.ask("chosen", prompt: "4 chosen>")
    try talk.ask("", prompt: "4 photos>")
    try talk.ask("save out.png", prompt: "Collage>")
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
    #expect(talk.lines.contains { $0.contains("line\\x0abreak.jpg") })
  }

  @Test func `a script is not talked to`() throws {
    let script = StandardInput.text("add a.jpg b.png\nlist\nsave out.png\ndescribe\n")
    var program = BuiltProgram.command(
      ["prompt", "--accessible", "--canvas", "60x40px"], in: folder, standardInput: script)
    program.environment["COLLAGE_ACCESSIBLE"] = "1"
    let outcome = try program.run()
    #expect(outcome.output.hasPrefix("1  a.jpg  JPEG 48x32"), "\(outcome)")
    #expect(!outcome.output.contains("Accessible") && !outcome.error.contains("Accessible"))
  }
}
