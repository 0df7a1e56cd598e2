import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos and saved collages as lists that are read out ten at a time.
@Suite(.waiting) struct AccessibleListTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("photos")
    for number in 1...23 {
      try folder.write(
        WatchFolder.photo(number), to: FilePath("photos/\(number == 12 ? "12" : "p\(number)").png"))
    }
  }

  @Test func `the prompt's picker reads ten photos at a time, and takes those that are chosen`()
    throws
  {
    let talk = try SpokenRecorder(
      ["prompt", "--accessible", "--canvas", "60x40px", "--layout", "grid"], in: folder)
    try talk.wait(forPrompt: "Collage>")
    let first = try talk.ask("pick photos", prompt: "0 chosen>")
    #expect(first.first == "1 to 10 of 23 photos." && first.count == 12, "\(first)")
    #expect(
      first.last == "Type a number to choose a photo, more for the next ten, or help. Enter ends.")
    let second = try talk.ask("more", prompt: "0 chosen>")
    #expect(second.first == "11 to 20 of 23 photos." && second[1].hasPrefix("11. "))
    #expect(try talk.ask("more", prompt: "0 chosen>").first == "21 to 23 of 23 photos.")
    #expect(
      try talk.ask("more", prompt: "0 chosen>")
        == ["This is the end of the list; type back for those before."])
    #expect(try talk.ask("back", prompt: "0 chosen>").first == "11 to 20 of 23 photos.")
    let named = try talk.ask("=12", prompt: "1 chosen>")
    #expect(named == ["Chose 12.png. 1 photo is chosen."])
    let range = try talk.ask("2-4", prompt: "4 chosen>")
    #expect(range.first?.contains(/^Chose .*\. 4 photos are chosen\.$/) == true, "\(range)")
    #expect(
      try talk.ask("99", prompt: "4 chosen>") == [
        "There is no number 99; the list goes from 1 to 23."
      ])
    let found = try talk.ask("p2", prompt: "4 chosen>")
    #expect(found.first == "5 photos." && found.count == 6, "\(found)")
    #expect(
      try talk.ask("nothing-like-it", prompt: "4 chosen>")
        == ["Nothing found among 23 photos. The list stays as it was."])
    #expect(try talk.ask("all", prompt: "4 chosen>").first == "1 to 10 of 23 photos.")
    #expect(try talk.ask("2", prompt: "3 chosen>").first?.hasPrefix("Took back ") == true)
    #expect(try talk.ask("2", prompt: "4 chosen>").first?.hasPrefix("Chose ") == true)
    let many = try talk.ask("4-8", prompt: "6 chosen>")
    #expect(many.last?.hasPrefix("Not possible now: ") == true, "\(many)")
    #expect(try talk.ask("chosen", prompt: "6 chosen>").count == 7)
    #expect(try talk.ask("help", prompt: "6 chosen>").count > 5)
    let taken = try talk.ask("", prompt: "6 photos>")
    #expect(
      taken.first?.hasPrefix("Added 12.png, ") == true
        && taken.last == "The collage has 6 photos; it can be saved.", "\(taken)")
    try talk.ask("save", prompt: "Collage>")
    let again = try talk.ask("pick photos", prompt: "0 chosen>")
    #expect(again.count == 12)
    #expect(try talk.ask("quit", prompt: "Collage>") == ["The photos stay as they were."])
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
  }

  @Test func `pick searches for its words, in the folders among them`() throws {
    try folder.write(
      Array(
        """
        {"title":"p5.png","photoTakenTime":{"timestamp":"1588448998"},"people":[{"name":"Lena"}]}
        """.utf8), to: "photos/p5.png.supplemental-metadata.json")
    let talk = try SpokenRecorder(["prompt", "--accessible"], in: folder)
    try talk.wait(forPrompt: "Collage>")
    let found = try talk.ask("pick photos p2", prompt: "0 chosen>")
    #expect(found.first == "5 photos." && found.count == 7, "\(found)")
    try talk.ask("", prompt: "Collage>")
    let all = try talk.ask("pick person:lena", prompt: "0 chosen>")
    #expect(all.first == "1 photo." && all[1].hasPrefix("1. p5.png"), "\(all)")
    #expect(
      try talk.ask("lena", prompt: "0 chosen>")
        == ["Nothing found among 23 photos; person:lena finds 1. The list stays as it was."])
    try talk.ask("", prompt: "Collage>")
    let none = try talk.ask("pick lena", prompt: "0 chosen>")
    #expect(
      none.first == "Nothing found among 23 photos; person:lena finds 1. These are all photos."
        && none[1] == "1 to 10 of 23 photos.", "\(none)")
    try talk.ask("", prompt: "Collage>")
    #expect(
      try talk.ask("rome", prompt: "Collage>")
        == ["Error: 'rome' is neither a command nor a file; 'pick rome' searches for it."])
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
  }

  @Test func `a saved collage is opened by its number`() throws {
    for (title, photos) in [("Rome", ["p1.png", "p2.png"]), ("Oslo", ["p3.png", "p4.png"])] {
      let made = try BuiltProgram.command(
        ["make", "--title", title, "--canvas", "300x200px"] + photos.map { "photos/" + $0 },
        in: folder
      ).run()
      #expect(made.exitCode == 0)
    }
    let talk = try SpokenRecorder(["prompt", "--accessible"], in: folder)
    try talk.wait(forPrompt: "Collage>")
    let listed = try talk.ask("open", prompt: "Open>")
    #expect(listed.first == "2 collages." && listed.count == 4, "\(listed)")
    #expect(
      listed.contains {
        $0.contains(/^[12]\. Rome, 2 photos, saved on [0-9]+ [A-Z][a-z]+ [0-9]{4}\.$/)
      },
      "\(listed)")
    #expect(
      try talk.ask("1-2", prompt: "Open>") == [
        "Only one collage can be opened at a time; type one number."
      ])
    #expect(
      try talk.ask("7", prompt: "Open>") == ["There is no number 7; the list goes from 1 to 2."])
    #expect(try talk.ask("help", prompt: "Open>").count > 4)
    #expect(try talk.ask("", prompt: "Collage>") == ["No collage was opened."])
    let found = try talk.ask("open rome", prompt: "Open>")
    #expect(found.first == "1 collage." && found[1].hasPrefix("1. Rome, "), "\(found)")
    let opened = try talk.ask("1", prompt: "2 photos>")
    #expect(
      opened.first?.contains(
        /^Opened 2 photos of [0-9a-f]{32}; undo restores the previous selection\.$/)
        == true, "\(opened)")
    let described = try talk.ask("describe", prompt: "2 photos>")
    #expect(described.contains("Title: Rome."))
    try talk.ask("title Roma", prompt: "2 photos>")
    try talk.ask("save", prompt: "Collage>")
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
  }

  @Test func `pick talks with the terminal, and prints the paths to standard output`() throws {
    let shell = ChildProcess(
      "/bin/sh",
      [
        "-c", "\"$@\" > picked", "sh", BuiltProgram.path.string, "pick", "--accessible", "photos",
      ], in: folder.path)
    let talk = try SpokenRecorder(running: shell)
    try talk.wait(forPrompt: "0 chosen>")
    #expect(talk.lines.first == "Accessible mode is on, by --accessible.")
    try talk.ask("=p5", prompt: "1 chosen>")
    try talk.ask("=12", prompt: "2 chosen>")
    try talk.terminal.send("\n")
    try talk.expectEnd()
    #expect(try folder.read("picked") == Array("photos/p5.png\nphotos/12.png\n".utf8))
  }

  @Test func `pick without a choice ends like the picker`() throws {
    let talk = try SpokenRecorder(["pick", "--accessible", "photos"], in: folder)
    try talk.wait(forPrompt: "0 chosen>")
    try talk.terminal.send("\n")
    try talk.expectEnd(.exited(130))
    let words = try SpokenRecorder(["pick", "--accessible", "photos", "p2"], in: folder)
    try words.wait(forPrompt: "0 chosen>")
    #expect(words.lines.contains("5 photos."))
    try words.terminal.send("\n")
    try words.expectEnd(.exited(130))
    let other = try SpokenRecorder(["pick", "--accessible", "./nowhere"], in: folder)
    try other.expectEnd(.exited(130))
    #expect(other.lines.contains { $0.contains("nowhere: there is no such folder") })
  }
}
