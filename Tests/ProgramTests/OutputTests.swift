import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Where the collage goes, and in what format.
@Suite(.waiting) struct OutputTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func format(of name: FilePath) throws -> PhotoFormat {
    try PhotoHeader(of: try PhotoFile.open(place.folder.path(of: name)), limits: DecodeLimits())
      .format
  }

  @Test func `an output file takes the place of the library`() throws {
    let before = try place.folder.snapshot()
    let made = try place.make("1.jpg", "2.jpg", "-o", "out.jpg")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.names(since: before) == ["out.jpg"])
    #expect(try place.identity(of: "out.jpg") == made.id)
    #expect(try place.make("1.jpg", "2.jpg").id == made.id)
  }

  @Test(arguments: [
    ("out.jpg", PhotoFormat.jpeg), ("out.JPEG", .jpeg), ("out.jpe", .jpeg), ("out.jfif", .jpeg),
    ("out.png", .png),
    ("out.PNG", .png), ("out", .jpeg), ("out.jpg.png", .png), ("png", .jpeg), ("out.dat", .jpeg),
  ])
  func `the output's file extension decides the format`(_ name: String, _ format: PhotoFormat)
    throws
  {
    #expect(try place.make("1.jpg", "2.jpg", "-o", name).exitCode == 0)
    #expect(try self.format(of: FilePath(name)) == format)
  }

  @Test func `--format decides where the file extension does not`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out", "--format", "png").exitCode == 0)
    #expect(try format(of: "out") == .png)
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg", "--format", "jpeg").exitCode == 0)
    #expect(try format(of: "out.jpg") == .jpeg)
    let made = try place.make("1.jpg", "2.jpg", "--format", "PNG")
    #expect(try format(of: place.library.appending("collage-\(made.id).png")) == .png)
  }

  @Test(arguments: [("jpeg", "png", "new.JPG"), ("png", "jpeg", "new.png")])
  func `a format that contradicts the output's name is refused`(
    _ named: String, _ format: String, _ name: String
  ) throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", name, "--format", format],
      .failed(
        64,
        "\(name): the name is that of a \(named), but --format says \(format); change one of them, "
          + "or leave out --format"))
  }

  @Test func `a transparent collage without a name for its format is a PNG`() throws {
    let options = ["1.jpg", "2.jpg", "--background", "transparent"]
    let saved = try place.run(Workplace.make + options)
    #expect(try format(of: place.library.appending("collage-\(saved.id).png")) == .png)
    #expect(try place.run(Workplace.make + options + ["-o", "clear"]).exitCode == 0)
    #expect(try format(of: "clear") == .png)
    let script = "add 1.jpg 2.jpg\nbackground transparent\nsave shown\n"
    let prompt = try BuiltProgram.command(
      ["prompt"], in: place.folder, standardInput: .text(script)
    ).run()
    #expect(try prompt.exitCode == 0 && format(of: "shown.png") == .png, "\(prompt)")
  }

  @Test func `a collage is written to standard output, and nothing else is`() throws {
    for format in ["jpeg", "png", "pdf"] {
      let make = Workplace.make + ["1.jpg", "2.jpg", "--format", format]
      let piped = try place.shell(#""$@" >piped"#, make + ["-o", "-"])
      #expect(piped.exitCode == 0 && piped.error == "", "\(piped)")
      #expect(try place.run(make + ["-o", "file", "--force"]).exitCode == 0)
      #expect(try place.folder.read("piped") == place.folder.read("file"))
    }
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", "-", "--json"],
      .failed(
        64,
        "the collage and --json can't both go to standard output; leave out one of them; "
          + "see 'collage make --help'"))
    let full = try place.shell(
      #""$@" >/dev/full"#, Workplace.make + ["1.jpg", "2.jpg", "-o", "-"])
    #expect(full.exitCode == 74 && full.errorLines == 1, "\(full)")
  }

  @Test(arguments: ["gif", "jp2", "HEIC", "tiff"])
  func `the file extension of another picture format is refused`(_ fileExtension: String) throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", "out.\(fileExtension)"],
      .failed(
        64,
        "out.\(fileExtension): can't write \(fileExtension.lowercased()) files; name it .jpg, .png, "
          + ".webp, .avif, .jxl or .pdf"
      ))
  }

  @Test func `quality goes from 1 to 100 and is 90 by default`() throws {
    let sizes = try [1, 50, 90, 100].map { quality in
      let made = try place.make(
        "1.jpg", "2.jpg", "-o", "q\(quality).jpg", "--quality", "\(quality)")
      #expect(made.exitCode == 0)
      return try place.folder.read(FilePath("q\(quality).jpg")).count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
    #expect(try place.make("1.jpg", "2.jpg").id == place.identity(of: "q90.jpg"))
    for quality in ["0", "101", "-1", "high", "90.5"] {
      try place.expectNothingChanges(
        by: ["make", "1.jpg", "2.jpg", "--quality=\(quality)"],
        .failed(
          64,
          "The value '\(quality)' is invalid for '--quality <n>': it must be a whole number from 1 to 100; see 'collage help quality'"
        ))
    }
  }

  @Test func `the harder a PNG is compressed the smaller it is; no pixel depends on it`() throws {
    let photos = ["1.jpg", "2.jpg", "--canvas", "600x400"]
    let names = try [4, 6, 9].map { level in
      let made = try place.run(
        Workplace.make + photos + ["-o", "c\(level).png", "--compression", "\(level)"])
      #expect(made.exitCode == 0)
      return FilePath("c\(level).png")
    }
    let sizes = try names.map { try place.folder.read($0).count }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == 3)
    for name in names {
      #expect(try place.picture(name).difference(from: place.picture(names[0])) == 0)
    }
    #expect(
      try place.run(Workplace.make + photos + ["--format", "png"]).id
        == place.identity(of: "c4.png"))
    for level in ["0", "10", "-1", "best", "4.5"] {
      try place.expectNothingChanges(
        by: ["make", "1.jpg", "2.jpg", "--compression=\(level)"],
        .failed(
          64,
          "The value '\(level)' is invalid for '--compression <n>': it must be a whole number from 1 to 9; see 'collage help compression'"
        ))
    }
  }

  @Test func `a finished JPEG and PNG are tagged sRGB`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.png").exitCode == 0)
    #expect(try place.folder.read("out.jpg").firstRange(of: Array("ICC_PROFILE\0".utf8)) != nil)
    #expect(try place.folder.read("out.png").firstRange(of: Array("sRGB".utf8)) != nil)
  }

  @Test func `an output that exists and is no collage is kept, unless it is forced`() throws {
    try place.folder.write(Array("dear diary".utf8), to: "diary.jpg")
    try place.folder.write(Workplace.photos[4], to: "photo.jpg")
    try place.folder.write([], to: "empty.jpg")
    for name in ["diary.jpg", "photo.jpg", "empty.jpg"] {
      let command = Workplace.make + ["1.jpg", "2.jpg", "-o", name]
      try place.expectNothingChanges(
        by: command,
        .failed(
          73,
          "\(name): exists and was not made by collage; choose another name, or use --force to replace it"
        ))
      let made = try place.run(command + ["--force"])
      #expect(made.exitCode == 0)
      #expect(try place.identity(of: FilePath(name)) == made.id)
    }
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "diary.jpg", "empty.jpg", "photo.jpg"])
  }

  @Test func `an output that is a collage of ours is replaced, whatever its format`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.png").exitCode == 0)
    try place.folder.write(try place.folder.read("out.png"), to: "out.jpg")
    let made = try place.make("2.jpg", "1.jpg", "-o", "out.jpg")
    #expect(made.exitCode == 0)
    #expect(try place.identity(of: "out.jpg") == made.id)
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "out.jpg", "out.png"])
  }

  @Test func `a new output's mode follows the umask, and is kept when it is replaced`() throws {
    let command = Workplace.make + ["1.jpg", "2.jpg", "-o", "out.jpg"]
    let path = place.folder.path(of: "out.jpg")
    #expect(try place.shell(#"umask 027; exec "$@""#, command).exitCode == 0)
    #expect(try path.stat().permissions == FilePermissions(rawValue: 0o640))
    try place.folder.setPermissions(FilePermissions(rawValue: 0o604), of: "out.jpg")
    #expect(try place.shell(#"umask 027; exec "$@""#, command).exitCode == 0)
    #expect(try path.stat().permissions == FilePermissions(rawValue: 0o604))
  }

  @Test func `a folder, a pipe or a missing folder as output is refused, forced or not`() throws {
    try place.folder.makeFolder("folder")
    try place.folder.makePipe("pipe.jpg")
    for options in [[], ["--force"]] {
      for (name, reason) in [
        ("folder", "folder: is a folder, not a file; choose another name"),
        ("pipe.jpg", "pipe.jpg: is a pipe, not a file; choose another name"),
        ("folder/", "folder/: names a folder; give a file name"),
        ("new/", "new/: names a folder; give a file name"),
        ("nowhere/out.jpg", "nowhere: there is no such folder; create it first"),
        ("1.jpg/out.jpg", "1.jpg: is not a folder; choose another path"),
      ] {
        try place.expectNothingChanges(
          by: Workplace.make + ["1.jpg", "2.jpg", "-o", name] + options, .failed(73, reason))
      }
    }
  }

  @Test func `a name that is too long for the disk is refused`() throws {
    let name = String(repeating: "n", count: 300) + ".jpg"
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", name],
      .failed(73, "\(name): can't be created: File name too long; choose another path"))
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a folder that may not be written to is 73`() throws {
    try place.folder.makeFolder("closed")
    try place.folder.setPermissions(FilePermissions(rawValue: 0o555), of: "closed")
    let command = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "-o", "closed/out.jpg"], in: place.folder)
    #expect(
      try OrdinaryUser.run(command).answer
        == .failed(73, "closed/out.jpg: can't be written to; check the permissions"))
    #expect(try place.folder.names(in: "closed") == [])
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a folder that may be written to but not read takes a collage`() throws {
    try place.folder.makeFolder("drop")
    try place.folder.setPermissions(FilePermissions(rawValue: 0o333), of: "drop")
    let command = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "-o", "drop/out.jpg"], in: place.folder)
    let made = try OrdinaryUser.run(command)
    #expect(made.answer == .done("\(made.id)\n"))
    try place.folder.setPermissions(FilePermissions(rawValue: 0o755), of: "drop")
    #expect(try place.folder.names(in: "drop") == ["out.jpg"])
  }
}
