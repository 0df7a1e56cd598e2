import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage find`.
@Suite(.waiting) struct FindTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 3) }

  private func write(_ number: Int, to name: FilePath) throws {
    try place.folder.write(Workplace.photos[number], to: name)
  }

  @Test func `found photos are printed, a path on each line, in natural order`() throws {
    try write(0, to: "10.jpg")
    try place.folder.write(Array("text".utf8), to: "4.jpg")
    #expect(try place.run("find").answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n./10.jpg\n"))
    #expect(try place.run("find", "1").answer == .done("./1.jpg\n./10.jpg\n"))
    #expect(try place.run("find", "1", "-10").answer == .done("./1.jpg\n"))
    #expect(try place.run("find", "--", "-1", "jpg").answer == .done("./2.jpg\n./3.jpg\n"))
    #expect(try place.run("find", "--limit", "2").answer == .done("./1.jpg\n./2.jpg\n"))
    #expect(
      try place.run("find", "landscape", "--limit", "1", "--sort", "folder").answer
        == .done("./1.jpg\n"))
  }

  @Test func `names come as in file managers, whatever their case`() throws {
    try place.folder.makeFolder("names")
    for name in ["Z.jpg", "a.jpg", "B.jpg", "c.jpg", "\u{e9}1.jpg", "E2.jpg"] {
      try write(0, to: FilePath("names").pushing(FilePath(name)))
    }
    let expected = ["a", "B", "c", "\u{e9}1", "E2", "Z"].map { "names/\($0).jpg\n" }.joined()
    #expect(try place.run("find", "--in", "names").answer == .done(expected))
    #expect(try place.run("find", "--sort", "folder", "--in", "names").answer == .done(expected))
  }

  @Test func `a photo counts as it is seen, upright`() throws {
    try place.folder.write(
      EXIFRecord.inserting(EXIFRecord.orientation(6), intoJPEG: Workplace.photos[0]), to: "up.jpg")
    #expect(try place.run("find", "portrait").answer == .done("./up.jpg\n"))
    #expect(try place.run("find", "-landscape", "larger:32").answer == .done("./up.jpg\n"))
  }

  @Test func `folders are named with --in, and the pictures' folder is the default`() throws {
    try place.folder.makeFolder("a")
    try place.folder.makeFolder("b")
    try write(0, to: "a/x.jpg")
    try write(1, to: "b/x.jpg")
    #expect(try place.run("find", "--in", "a").answer == .done("a/x.jpg\n"))
    #expect(
      try place.run("find", "x", "--in", "a", "--in", "b/").answer == .done("a/x.jpg\nb/x.jpg\n"))
    // A path among the words is a folder, as for other programs.
    #expect(try place.run("find", "x", "./a").answer == .done("./a/x.jpg\n"))
    #expect(try place.run("find", "b/", "./a").answer == .done("./a/x.jpg\nb/x.jpg\n"))
    #expect(try place.run("find", "a", "x").answer == .done("./a/x.jpg\n"))
    var command = BuiltProgram.command(["find"], in: place.folder)
    command.environment["XDG_PICTURES_DIR"] = place.folder.path(of: "b").string
    #expect(try command.run().answer == .done("\(place.folder.path(of: "b/x.jpg"))\n"))
  }

  @Test func `the library is left out`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "--library", "saved").exitCode == 0)
    #expect(
      try place.run("find", "--library", "saved").answer == .done("./1.jpg\n./2.jpg\n./3.jpg\n"))
    #expect(try place.run("find", "collage", "--collages").exitCode == 0)
    var command = BuiltProgram.command(["find", "collage"], in: place.folder)
    command.environment["COLLAGE_LIBRARY"] = "saved"
    #expect(
      try command.run().answer
        == .failed(1, "nothing found among 3 photos in this folder; --in searches another folder"))
  }

  @Test func `nothing found is 1, and says what hides how many`() throws {
    #expect(
      try place.run("find", "rome").answer
        == .failed(1, "nothing found among 3 photos in this folder; --in searches another folder"))
    #expect(
      try place.run("find", "2022-08-14").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder; for a date, write date:2022-08-14; --in searches another folder"
        ))
    #expect(
      try place.run("find", "jpg", "portrait").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder; 3 match without portrait; --in searches another folder"
        ))
    #expect(
      try place.run("find", "1", "2").answer
        == .failed(
          1,
          "nothing found among 3 photos in this folder; 1 matches without 1, 1 without 2; --in searches another folder"
        ))
    try place.folder.makeFolder("empty")
    #expect(
      try place.run("find", "--in", "empty").answer
        == .failed(1, "there are no photos in empty; give a folder with --in"))
  }

  /// Options that change nothing have the argument parser read the words.
  @Test func `words alone are read like words with options`() throws {
    try place.folder.makeFolder("a")
    try write(1, to: "a/x.jpg")
    for words in [
      [], ["1"], ["jpg", "portrait"], ["x", "./a"], ["b/"], ["date:foo"], ["rome"], ["like:1.jpg"],
      ["10", "mm"], ["help"], ["find"], ["x="], ["=\u{301}"], [" "],
    ] {
      let alone = try place.run(["find"] + words)
      let others = try place.run(["find"] + words + ["--max-download", "1M"])
      #expect(alone.answer == others.answer, "\(words)")
    }
  }

  @Test func `a wrong condition is 64, a folder that can't be searched 66`() throws {
    let date =
      "write a year, a month or a day: 2024, 2024-07 or 2024-07-15; or 2023..2024 for a time"
    for (word, advice) in [
      ("date:foo", date), ("-after:1.1.2024", date),
      ("larger:big", "write the minimum length of the longer side in pixels, such as larger:4000"),
      ("format:gif", "write format:jpeg, png, heic, avif, webp, jxl, tiff or raw"),
    ] {
      let text = word.hasPrefix("-") ? String(word.dropFirst()) : word
      try place.expectNothingChanges(by: ["find", word], .failed(64, "\(text): \(advice)"))
    }
    try place.expectNothingChanges(
      by: ["find", "--in", "missing"],
      .failed(66, "missing: there is no such folder; check the path"))
    try place.expectNothingChanges(
      by: ["find", "--in", "1.jpg"],
      .failed(66, "1.jpg: this is not a folder; give the one that it is in"))
    #expect(try place.run("find", "--json", "-0").exitCode == 64)
    #expect(try place.run("find", "--nonsense").exitCode == 64)
    #expect(try place.run("find", "--sort", "size").exitCode == 64)
  }

  @Test func `JSON tells all about a photo on one line`() throws {
    let date =
      EXIFRecord.directory([[0x32, 0x01, 2, 0, 20, 0, 0, 0, 26, 0, 0, 0]])
      + Array("2024:07:15 12:34:56\0".utf8)
    try place.folder.makeFolder("é")
    try place.folder.write(
      EXIFRecord.inserting(date, intoJPEG: Workplace.photos[0]), to: "é/a\nb.jpg")
    let bytes = try place.folder.read("é/a\nb.jpg").count
    let found = try place.run("find", "--json", "date:2024-07", "--in", "é")
    #expect(
      found.answer
        == .done(
          #"{"bytes":\#(bytes),"date":"2024-07-15T12:34:56","dateFrom":"exif","folder":"é","format":"jpeg","height":24,"#
            + #""name":"a\nb.jpg","path":"é/a\nb.jpg","width":32}"# + "\n"))
    // A file that only begins like a picture.
    try place.folder.makeFolder("broken")
    try place.folder.write([0xFF, 0xD8], to: "broken/x")
    let broken = try place.run("find", "--json", "--in", "broken").output
    #expect(broken.hasPrefix(#"{"bytes":2,"date":""#) && !broken.contains("width"))
  }

  @Test func `paths are printed byte for byte, with line breaks only between zeros`() throws {
    let odd: [UInt8] = [0x6F, 0xFF]
    try place.folder.write(Workplace.photos[0], to: FilePath(platformBytes: odd))
    try write(1, to: "o\n.jpg")
    let lines = try place.run("find", "o")
    #expect(lines.exitCode == 0 && lines.outputBytes == Array("./".utf8) + odd + [0x0A])
    #expect(
      lines.error == "collage: 1 path with a line break is left out; use -0 or --json\n")
    let zeros = try place.run("find", "o", "-0")
    #expect(zeros.outputBytes == Array("./o\n.jpg\0./".utf8) + odd + [0] && zeros.error == "")
  }

  @Test func `what it finds goes into make`() throws {
    try place.folder.makeFolder("rome")
    try write(0, to: "rome/1\n.jpg")
    try write(1, to: "rome/-2.jpg")
    let program =
      #""$0" find rome -0 --limit 2 | "$0" make --files0-from - --layout grid --canvas 40x20px"#
    let piped = try ChildProcess(
      "/bin/sh", ["-c", program, BuiltProgram.path.string], in: place.folder.path
    ).run()
    #expect(piped.answer == .done("\(piped.id)\n"))
    #expect(piped.id == (try place.make("rome/-2.jpg", "rome/1\n.jpg")).id)
  }

  @Test func `a reader that closes the pipe early is no error`() throws {
    let command = #""$0" find --in . | head -n 1; true"#
    let outcome = try ChildProcess(
      "/bin/sh", ["-c", command, BuiltProgram.path.string], in: place.folder.path
    ).run()
    #expect(outcome.answer == .done("./1.jpg\n"))
    #expect(try place.shell(#""$@" >/dev/full"#, ["find"]).exitCode == 74)
  }

  @Test(.enabled(if: OrdinaryUser.isPossible))
  func `a folder that may not be read is reported and left out`() throws {
    try place.folder.makeFolder("secret")
    try write(0, to: "secret/x.jpg")
    try place.folder.setPermissions([], of: "secret")
    let found = try OrdinaryUser.run(BuiltProgram.command(["find", "1"], in: place.folder))
    #expect(
      found.answer
        == .done(
          "./1.jpg\n", saying: "./secret: warning: the folder can't be read: Permission denied"))
    let root = try OrdinaryUser.run(
      BuiltProgram.command(["find", "--in", "secret"], in: place.folder))
    #expect(root.answer == .failed(66, "secret: can't be read; check its permissions"))
  }

  @Test func `twenty thousand photos take little memory`() throws {
    try place.folder.makeFolder("many")
    try place.folder.makeFolder("many/0")
    try place.folder.makeFolder("many/0/0")
    for number in 0..<100 {
      try place.folder.makeHardLink(FilePath("many/0/0/photo-\(number).jpg"), to: "1.jpg")
    }
    let copied = try place.shell(
      "cd many && for i in 1 2 3 4 5 6 7 8 9; do cp -rl 0/0 0/$i; done && for i in $(seq 19); do cp -rl 0 $i; done",
      [])
    #expect(copied.exitCode == 0)
    let found = try place.run(
      "find", "photo-99", "--in", "many", "--limit", "1", "--sort", "folder")
    let none = try place.run("find", "nothing", "--in", "many")
    // Faster than removing them one by one at the end of the test.
    #expect(try place.shell("rm -r many", []).exitCode == 0)
    #expect(found.answer == .done("many/0/0/photo-99.jpg\n"))
    #expect(
      none.answer
        == .failed(1, "nothing found among 20,000 photos in many; --in searches another folder"))
    #expect(max(found.peakBytes, none.peakBytes) < 64 << 20)
  }

  @Test func `an interrupt ends it with 130`() throws {
    let end = try place.makeFullPipe("full")
    let running = try ChildProcess(
      "/bin/sh", ["-c", #"exec "$@" >full"#, "sh", BuiltProgram.path.string, "find"],
      in: place.folder.path
    ).start()
    #expect(Timeouts.waitForSleep(of: running))
    running.send(SIGINT)
    #expect(running.wait().answer == .failed(130, "interrupted"))
    try end.close()
  }

  @Test func `find has its help, and comes before photos`() throws {
    try write(0, to: "find")
    #expect(try place.run("find", "find").answer == .done("./find\n"))
    let help = try place.run("find", "--help")
    #expect(help.exitCode == 0 && help.error == "")
    for option in [
      "--in <folder>", "-0, --null", "--json", "--sort <sort>", "--limit <n>", "--library <folder>",
    ] {
      #expect(help.output.contains("\n  \(option)"), "\(option)")
    }
  }
}
