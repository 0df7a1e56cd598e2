import Glibc
import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Bursts and copies: `find --distinct`, `--best` and `like:`, and where else the best photos of a
/// folder are used.
@Suite(.waiting) struct SeriesTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("day")
    try place.folder.writeSeries(in: "day")
  }

  @Test func `distinct prints the best of each series, in the order of the search`() throws {
    let expected = "day/2.jpg\nday/4.jpg\nday/6.jpg\n"
    #expect(try place.run("find", "--distinct", "--in", "day").answer == .done(expected))
    // What was measured is stored, and gives the same.
    #expect(
      try place.folder.names(in: ".cache/collage/series").count == 1)
    #expect(try place.run("find", "--distinct", "--in", "day").answer == .done(expected))
    #expect(
      try place.run("find", "--distinct", "--limit", "2", "--in", "day").answer
        == .done("day/2.jpg\nday/4.jpg\n"))
    #expect(try place.run("find", "1.jpg", "--distinct", "./day").answer == .done("./day/1.jpg\n"))
  }

  @Test func `a photo edited in place is measured anew, though its size and time are put back`()
    throws
  {
    // Padded behind their ends, so that both are of one size.
    let (blurred, sharp) = (try place.folder.read("day/1.jpg"), try place.folder.read("day/2.jpg"))
    let size = max(blurred.count, sharp.count)
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }
    try place.folder.write(padded(blurred), to: "day/1.jpg")
    try place.folder.write(padded(sharp), to: "day/2.jpg")
    #expect(
      try place.run("find", "--distinct", "--in", "day").answer
        == .done("day/2.jpg\nday/4.jpg\nday/6.jpg\n"))
    for (name, bytes) in [("day/1.jpg", sharp), ("day/2.jpg", blurred)] as [(FilePath, [UInt8])] {
      try editInPlace(place.folder.path(of: name), padded(bytes))
    }
    #expect(
      try place.run("find", "--distinct", "--in", "day").answer
        == .done("day/1.jpg\nday/4.jpg\nday/6.jpg\n"))
  }

  /// As `exiftool -P -overwrite_original_in_place` does: the file stays the same, and so does its
  /// modification time.
  private func editInPlace(_ path: FilePath, _ bytes: [UInt8]) throws {
    let status = try path.stat().rawValue
    let file = try FileDescriptor.open(path, .writeOnly)
    try file.closeAfter { _ = try file.writeAll(toAbsoluteOffset: 0, bytes) }
    let times = [status.st_atim, status.st_mtim]
    let result = unsafe path.withPlatformString { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  @Test func `an explanation names the photos that one stands for, and why`() throws {
    let outcome = try place.run("find", "--distinct", "--explain", "--in", "day")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.error == """
        day/2.jpg: the best of 3
          rather than day/1.jpg: sharper
          rather than day/3.jpg: not overexposed, sharper
        day/4.jpg: the best of 2
          rather than day/5.jpg: larger (400x300, not 200x150), sharper
        day/6.jpg: no other photo of the same moment

        """)
  }

  @Test func `JSON says which photos one stands for`() throws {
    let outcome = try place.run("find", "4.jpg", "--json", "--in", "day")
    #expect(outcome.output.contains("4.jpg") && !outcome.output.contains("standsFor"))
    let lines = try place.run("find", "--distinct", "--json", "--in", "day").output
      .split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1].contains(
        #""standsFor":[{"path":"day/5.jpg","reason":"larger (400x300, not 200x150), sharper"}]"#))
    #expect(lines[2].contains(#""standsFor":[]"#))
  }

  @Test func `of two photos the one that isn't too dark is better`() throws {
    try place.folder.makeFolder("pair")
    let view = Picture.sample(3, PixelSize(width: 400, height: 300))
    try place.folder.write(Picture.jpeg(view.exposed(percent: 60)), to: "pair/1.jpg")
    try place.folder.write(Picture.jpeg(view), to: "pair/2.jpg")
    let outcome = try place.run("find", "--distinct", "--explain", "--in", "pair")
    #expect(outcome.output == "pair/2.jpg\n")
    #expect(
      outcome.error.contains(
        "pair/2.jpg: the best of 2\n  rather than pair/1.jpg: better exposed"), "\(outcome)")
  }

  @Test func `a view from nearer is the same, another one composed alike is not`() throws {
    try place.folder.makeFolder("views")
    func write(_ number: Int, scale: Int, to name: FilePath) throws {
      let size = PixelSize(width: 4 * scale, height: 3 * scale)
      let middle = PixelRect(
        x: (size.width - 400) / 2, y: (size.height - 300) / 2, width: 400, height: 300)
      let photo = Picture.sample(number, size).cropped(middle)
      try place.folder.write(Picture.jpeg(photo), to: FilePath("views").pushing(name))
    }
    try write(20, scale: 110, to: "1.jpg")
    try write(20, scale: 121, to: "2.jpg")
    try write(3, scale: 110, to: "IMG_20240501_100000.jpg")
    try write(3 + 6, scale: 110, to: "IMG_20240501_100006.jpg")
    let outcome = try place.run("find", "--distinct", "--in", "views")
    let names = outcome.output.split(separator: "\n").map { $0.dropFirst("views/".count) }
    #expect(names.count == 3 && names.count { $0.count == "1.jpg".count } == 1, "\(outcome)")
  }

  @Test func `the best are distinct, and all are there with a warning if there are too few`() throws
  {
    #expect(
      try place.run("find", "--best", "3", "--in", "day").answer
        == .done("day/2.jpg\nday/4.jpg\nday/6.jpg\n"))
    #expect(
      try place.run("find", "--best", "9", "--in", "day").answer
        == .done(
          "day/2.jpg\nday/4.jpg\nday/6.jpg\n",
          saying: "warning: found only 3 different photos, not 9"))
    let two = try place.run("find", "--best", "2", "--in", "day")
    #expect(two.exitCode == 0 && two.output.split(separator: "\n").count == 2, "\(two)")
  }

  @Test func `the best come in the order in which they were taken`() throws {
    for (name, time) in [("2.jpg", "1800"), ("4.jpg", "0900"), ("6.jpg", "1200")] {
      try place.folder.rename(
        FilePath("day").pushing(FilePath(name)), to: FilePath("day/IMG_20240501_\(time)00.jpg"))
    }
    #expect(
      try place.run("find", "--best", "3", "--in", "day").answer
        == .done(
          "day/IMG_20240501_090000.jpg\nday/IMG_20240501_120000.jpg\nday/IMG_20240501_180000.jpg\n"
        ))
  }

  @Test func `damaged photos are left out with a warning`() throws {
    let jpeg = try place.folder.read("day/4.jpg")
    try place.folder.write(jpeg.prefix(jpeg.count / 3), to: "day/7.jpg")
    for _ in 0..<2 {
      let outcome = try place.run("find", "--distinct", "--in", "day")
      #expect(outcome.output == "day/2.jpg\nday/4.jpg\nday/6.jpg\n")
      #expect(outcome.error.hasPrefix("collage: day/7.jpg: warning: left out: damaged"))
    }
    let only = try place.run("find", "7.jpg", "--best", "2", "--in", "day")
    #expect(only.exitCode == 1 && only.output.isEmpty, "\(only)")
    #expect(only.error.hasSuffix("collage: none of 1 photo can be read\n"))
  }

  @Test func `what is no photo is left out of a folder with a warning`() throws {
    try place.folder.write(Array("text".utf8), to: "day/0.jpg")
    try place.folder.write([], to: "day/7.jpg")
    try place.folder.write(Array("GIF89a".utf8), to: "day/8.jpg")
    let outcome = try place.run("make", "day", "--best", "2", "--dry-run")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.error == """
        collage: day/0.jpg: warning: left out: this is a text file, not a picture
        collage: day/7.jpg: warning: left out: this is an empty file, not a picture
        collage: day/8.jpg: warning: left out: this is a GIF file, which can't be read; convert it first

        """)
  }

  @Test func `damaged photos alone are an error, even where damage is allowed`() throws {
    let jpeg = try place.folder.read("day/4.jpg")
    try place.folder.makeFolder("bad")
    try place.folder.write(jpeg.prefix(jpeg.count / 3), to: "bad/1.jpg")
    for arguments in [
      ["make", "bad", "--best", "2"], ["make", "bad", "--best", "2", "--allow-damaged"],
      ["find", "like:bad/1.jpg", "--in", "day"],
    ] {
      let outcome = try place.run(arguments)
      #expect(outcome.exitCode == 65, "\(outcome)")
      #expect(outcome.error.hasPrefix("collage: bad/1.jpg: damaged: "), "\(outcome)")
      #expect(outcome.error.hasSuffix("; use another copy\n"), "\(outcome)")
    }
  }

  @Test func `photos like another one are found`() throws {
    #expect(
      try place.run("find", "like:day/2.jpg", "--in", "day").answer
        == .done("day/1.jpg\nday/2.jpg\nday/3.jpg\n"))
    #expect(
      try place.run("find", "like:day/2.jpg", "3", "--in", "day").answer == .done("day/3.jpg\n"))
    #expect(
      try place.run("find", "like:day/6.jpg", "4", "--in", "day").answer
        == .failed(1, "no photo among 1 photo shows the same view as day/6.jpg"))
    #expect(
      try place.run("find", "like:none.jpg", "--in", "day").answer
        == .failed(66, "none.jpg: there is no such file; check the path"))
  }

  @Test(arguments: [
    (["--distinct", "--web", "rome"], "--web finds pictures without reading them"),
    (["--best", "2", "--web", "rome"], "--web finds pictures without reading them"),
    (["--explain"], "--explain works only with --distinct or --best"),
    (["--best", "2", "--sort", "date"], "--best prints photos in the order"),
    (["--best", "0"], "it must be a whole number from 1"),
    (["--best", "-2"], "it must be a whole number from 1"),
  ])
  func `what can't be combined is refused`(_ arguments: [String], _ message: String) throws {
    let outcome = try place.run(["find"] + arguments)
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func `make takes the best of a folder, or all`() throws {
    let best = try place.run("make", "day", "--best", "2", "--dry-run")
    #expect(best.exitCode == 0)
    #expect(try Report.Layout(best.output).photos.count == 2)
    let all = try place.run("make", "day", "--all", "--dry-run")
    #expect(
      try Report.Layout(all.output).photos.map(\.path) == (1...6).map { "day/\($0).jpg" })
    let mixed = try place.run(
      "make", "day/1.jpg", "day/2.jpg", "day/4.jpg", "--best", "2", "--json")
    #expect(mixed.error.isEmpty)
    #expect(mixed.output.contains(#""photos":["day/2.jpg","day/4.jpg"]"#))
    // They are used like photos that were named.
    #expect(
      try place.run("make", "day/2.jpg", "day/4.jpg").id
        == place.run("make", "day/1.jpg", "day/2.jpg", "day/4.jpg", "day/5.jpg", "--best", "2").id)
  }

  @Test func `make takes a folder of a few, and refuses too many, odd numbers and URLs`() throws {
    #expect(
      try Report.Layout(place.run("make", "day", "--dry-run").output).photos.map(\.path)
        == (1...6).map { "day/\($0).jpg" })
    try place.expectNothingChanges(
      by: ["make", "day", "day/1.jpg", "day/2.jpg"],
      .failed(
        64,
        "8 photos are too many, because a collage has at most 6; add --best 6 for the best of "
          + "them, or --all for all of them"))
    let odd = try place.run("make", "day", "--best", "3")
    #expect(odd.exitCode == 64)
    #expect(odd.error.contains("--any-count"), "\(odd.error)")
    let url = try place.run("make", "http://localhost/a.jpg", "day", "--best", "2")
    #expect(url.exitCode == 64 && url.error.contains("only files can be compared"), "\(url)")
    let both = try place.run("make", "day", "--best", "2", "--all")
    #expect(both.exitCode == 64)
    try place.folder.makeFolder("empty")
    let empty = try place.run("make", "empty", "--best", "2")
    #expect(empty.exitCode == 66 && empty.error.contains("contains no pictures"), "\(empty)")
    for choice in [["--best", "2"], ["--all"]] {
      let misspelt = try place.run(["make", "day", "dya"] + choice)
      #expect(
        misspelt.answer == .failed(66, "dya: there is no such file; did you mean 'day'?"),
        "\(misspelt)")
      #expect(try place.run(["make"] + choice).exitCode == 64)
    }
  }

  @Test func `make explains its choice`() throws {
    let outcome = try place.run("make", "day", "--best", "2", "--explain", "--dry-run")
    #expect(outcome.error.contains("day/2.jpg: the best of 3\n  rather than day/1.jpg: sharper\n"))
    let eight = ["make", "day", "--best", "8", "--max", "8", "--dry-run"]
    #expect(try place.run(eight + ["--any-count", "--quiet"]).error.isEmpty)
    let few = try place.run(eight + ["--any-count"])
    #expect(few.error == "collage: warning: found only 3 different photos, not 8\n")
    let even = try place.run(eight)
    #expect(try Report.Layout(even.output).photos.count == 2)
    #expect(
      even.error.hasPrefix(
        "collage: warning: found only 3 different photos, not 8; a collage needs an even number, so 2 are used\n"
      ))
  }

  @Test func `a batch takes the best of each folder`() throws {
    let outcome = try place.run(
      "batch", "--from-folders", "day", "--best", "2", "--quiet", "--library", "made")
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains(#""status":"saved""#))
    let few = try place.run(
      "batch", "--from-folders", ".", "--best", "8", "--any-count", "--library", "made")
    #expect(few.exitCode == 0)
    #expect(few.error.contains("/day: warning: found only 3 different photos, not 8\n"), "\(few)")
    let manifest = try place.run("batch", "list.jsonl", "--best", "2")
    #expect(manifest.exitCode == 64)
    #expect(manifest.error.contains("--best works only with --from-folders"))
  }

  @Test func `the prompt adds the best of a folder`() throws {
    let files = "day/2.jpg day/1.jpg day/4.jpg"
    for words in ["--best 2 \(files)", "\(files) --best 2", "--best=2 \(files)"] {
      let outcome = try place.run(["prompt"], input: .text("add \(words)\nlist\n"))
      #expect(outcome.output.contains("2.jpg") && outcome.output.contains("4.jpg"), "\(outcome)")
      #expect(!outcome.output.contains("1.jpg"))
    }
    for (line, message) in [
      ("add --best", "--best needs a number of photos, such as --best 6"),
      ("add day --best", "--best needs a number of photos, such as --best 6"),
      ("add --best=2", "missing: add [--best N] FILE..."),
      ("add --best x day", "'x' is not a number of photos"),
      ("add --best 2 http://localhost/a.jpg", "only files can be compared"),
    ] {
      let failed = try place.run(["prompt"], input: .text(line + "\n"))
      #expect(failed.exitCode == 64 && failed.error.contains(message), "\(failed)")
    }
  }
}
