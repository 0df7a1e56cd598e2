import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos rotated by `--turn` and the like, by the built program.
@Suite(.waiting) struct TurnTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let turns = ["right", "left", "180"]

  /// The orientation of a picture with one of EXIF's orientations, from 1, after that rotation.
  private static let composed = [
    "right": [6, 7, 8, 5, 2, 3, 4, 1], "left": [8, 5, 6, 7, 4, 1, 2, 3],
    "180": [3, 4, 1, 2, 7, 8, 5, 6],
  ]

  /// The pixels as they look after rotating the picture.
  private func turned(_ raster: Raster, _ turn: String) -> Raster {
    let (width, height) = (raster.size.width, raster.size.height)
    return switch turn {
    case "right": Raster(size: raster.size.transposed) { x, y in raster[y, height - 1 - x] }
    case "left": Raster(size: raster.size.transposed) { x, y in raster[width - 1 - y, x] }
    default: Raster(size: raster.size) { x, y in raster[width - 1 - x, height - 1 - y] }
    }
  }

  private func pixels(_ arguments: [String]) throws -> Raster {
    let outcome = try place.run(
      ["make"] + arguments + ["--any-count", "--max", "8", "-o", "out.png"])
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome.error)")
    return try place.picture("out.png")
  }

  @Test(arguments: turns)
  func `a turned JPEG gives the pixels of one whose EXIF says so, for all orientations`(
    turn: String
  ) throws {
    let jpeg = Picture.sampleJPEG(1, PixelSize(width: 200, height: 136))
    for orientation in 1...8 {
      try place.folder.write(
        EXIFRecord.inserting(EXIFRecord.orientation(UInt16(orientation)), intoJPEG: jpeg),
        to: FilePath("o\(orientation).jpg"))
    }
    let composed = try #require(Self.composed[turn])
    // Reduced, cropped off the middle.
    let options = [
      "--layout", "grid", "--canvas", "160x110", "--focus", "3=.2,.9", "--focus", "6=.7,.1",
    ]
    let numbers = 1...8
    let given = try pixels(
      numbers.map { "o\($0).jpg" } + numbers.flatMap { ["--turn", "\($0)=\(turn)"] } + options)
    let wanted = try pixels(composed.map { "o\($0).jpg" } + options)
    #expect(given.difference(from: wanted) == 0)
    #expect(try given.difference(from: pixels(numbers.map { "o\($0).jpg" } + options)) != 0)
  }

  @Test(arguments: turns)
  func `a PNG is turned`(turn: String) throws {
    try place.folder.write(
      Picture.png(Picture.sample(2, PixelSize(width: 40, height: 30))), to: "a.png")
    try expectTurns("a.png", turn)
  }

  @Test(
    .enabled(if: SandboxedDecoding.hasWebP, "\(SandboxedDecoding.webPReason)"), arguments: turns)
  func `a WebP is turned`(turn: String) throws {
    for name in ["lossless", "orientation-6"] {
      try expectTurns(Fixtures.path(of: FilePath("webp/\(name).webp")).string, turn)
    }
  }

  @Test(
    .enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"), arguments: turns)
  func `a HEIC with and without turns of its own is turned`(turn: String) throws {
    for name in ["quarters.heic", "grid.heic"] {
      try expectTurns(Fixtures.path(of: FilePath("heif/\(name)")).string, turn)
    }
  }

  /// Expects the same of a photo on a canvas of its own size, rotated.
  private func expectTurns(_ photo: String, _ turn: String) throws {
    let size = try Raster.decoded(place.folder.path.pushing(FilePath(photo))).size
    let plain = try pixels([photo, "--canvas", "\(size)px"])
    let wanted = turned(plain, turn)
    #expect(
      try pixels([photo, "--turn", "1=\(turn)", "--canvas", "\(wanted.size)px"]).difference(
        from: wanted) == 0)
  }

  @Test func `a turned photo is laid out, cropped and reported in its turned shape`() throws {
    let arguments = [
      "make", "1.jpg", "2.jpg", "--layout", "grid", "--canvas", "40x20px", "--dry-run",
    ]
    let outcome = try place.run(arguments + ["--turn", "2=left", "--focus", "2=0,1"])
    #expect(outcome.exitCode == 0 && outcome.output.contains(#""turn" : "left""#))
    let photo = try Report.Layout(outcome.output).photos[1]
    // 32x24 lies on its side; of the turned photo the lowest square is shown.
    #expect(photo.size == Report.Size(width: 24, height: 32) && photo.orientation == 1)
    #expect(photo.crop == Report.Crop(x: 0, y: 8, width: 24, height: 24))
    let upright = try place.run(arguments)
    #expect(try Report.Layout(upright.output).photos[1].size == Report.Size(width: 32, height: 24))
    #expect(!upright.output.contains("turn"))
    let explained = try place.run(arguments + ["--turn", "2=left", "--explain"]).error
    #expect(explained.contains("2.jpg  24x32"), "\(explained)")
    // An automatic canvas needs no crop.
    let whole = try place.run("make", "1.jpg", "2.jpg", "--turn", "2=left", "--dry-run")
    #expect(try Report.Layout(whole.output).photos.map { $0.cropped < 0.01 } == [true, true])
  }

  @Test func `one photo is there twice, turned in two ways, in one collage and in a batch`() throws
  {
    let both = try pixels([
      "1.jpg", "1.jpg", "--turn", "2=180", "--layout", "grid", "--canvas", "64x24",
    ])
    let first = Raster(size: PixelSize(width: 32, height: 24)) { x, y in both[x, y] }
    let second = Raster(size: first.size) { x, y in both[32 + x, y] }
    #expect(
      second.difference(from: turned(first, "180")) == 0 && second.difference(from: first) != 0)

    let lines = ["none", "right", "left", "180"].map { turn in
      #"{"id": "\#(turn)", "photos": ["2.jpg", {"path": "1.jpg", "turn": "\#(turn)"}]}"# + "\n"
    }
    let outcome = try place.run(
      ["batch", "--layout", "grid", "--canvas", "40x20px", "--library", "lib"],
      input: .text(lines.joined()))
    #expect(outcome.exitCode == 0)
    let results = try ResultLine.lines(outcome.outputBytes).sorted { $0.line < $1.line }
    let alone = try ["none", "right", "left", "180"].map { turn in
      try place.make("2.jpg", "1.jpg", "--turn", "2=\(turn)", "--library", "alone").id
    }
    #expect(results.map(\.id) == alone && Set(alone).count == 4)
  }

  @Test func `the recipe keeps a turn, so that the same collage is made again`() throws {
    let plain = try place.make("1.jpg", "2.jpg", "--library", "lib").id
    let arguments = ["1.jpg", "2.jpg", "--focus", "2=.1,.2", "--library", "lib"]
    let id = try place.run(Workplace.make + arguments + ["--turn", "1=left", "--turn", "2=180"]).id
    let shown = try place.run("library", "show", id, "--library", "lib", "--json").output
    #expect(
      shown.contains(#""settings":{"turn":"left"}"#)
        && shown.contains(#""settings":{"focus":"0.1,0.2","turn":"180"}"#))
    // Of the file; else it would not be found again.
    #expect(shown.contains(#""orientation":1"#) && !shown.contains(#""height":32"#))
    #expect(
      try !place.run("library", "show", plain, "--library", "lib", "--json").output.contains("turn")
    )

    #expect(try place.run("library", "remake", id, "--library", "lib").id == id)
    let manifest = try place.run("library", "manifest", id, "--library", "lib").output
    #expect(manifest.contains(#""turn":"left""#) && manifest.contains(#""turn":"180""#))
    let batch = try place.run(["batch", "--library", "again"], input: .text(manifest))
    #expect(try ResultLine.lines(batch.outputBytes).map(\.id) == [id])
    let script = "open \(id)\nturn\nsave\n"
    let opened = try place.run(["prompt", "--library", "lib"], input: .text(script))
    #expect(
      opened.output.hasSuffix("turn of photo 1: left\nturn of photo 2: 180\n\(id)\n"),
      "\(opened.output)")

    // Without its turns it is the plain one, if its crop is chosen anew.
    let untouched = [
      "--turn", "1=none", "--turn", "2=none", "--focus", "1=auto", "--focus", "2=.5,.5",
    ]
    let undone = try place.run(["library", "remake", id, "--library", "lib"] + untouched).id
    #expect(
      undone == (try place.make("1.jpg", "2.jpg", "--focus", "2=.5,.5", "--library", "lib").id))
  }

  @Test func `what is no turn, or no photo, is refused`() throws {
    let wanted = "must be one of none, right, left, 180"
    for text in ["2=up", "2=45", "2=", "2", "0=left"] {
      let outcome = try place.make("1.jpg", "2.jpg", "--turn", text)
      #expect(
        outcome.exitCode == 64 && outcome.error.contains(" value \(wanted)"), "\(outcome.error)")
    }
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--turn", "9=left"],
      .failed(64, "there is no photo 9 for --turn; choose a number from 1 to 2"))
    let job = #"{"photos": ["1.jpg", {"path": "2.jpg", "turn": "up"}]}"# + "\n"
    let batch = try place.run(["batch", "--library", "lib"], input: .text(job))
    #expect(
      batch.exitCode == 1 && batch.output.contains(#"photo 2: \"turn\" \#(wanted)"#),
      "\(batch.output)")
  }

  // MARK: EXIF that doesn't count

  /// A HEIC of 80x70 with this orientation in its EXIF, and no property that turns it.
  private func sideways(_ orientation: UInt8) throws -> [UInt8] {
    let grid = try Fixtures.read("heif/grid.heic")
    // The shown item is cropped, rotated and mirrored; the code points of a tile do nothing here.
    let withoutTurns = grid.replacing(
      [0, 1, 4, 0x81, 0x82, 0x83, 0x84], with: [0, 1, 4, 0x81, 0x82, 0x87, 0x87])
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
    return withoutTurns.replacing(entry + [6], with: entry + [orientation])
  }

  @Test(
    .enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"),
    arguments: [
      (3, "180"), (4, "180"), (5, "right"), (6, "right"), (7, "left"), (8, "left"), (2, nil),
      (1, nil),
    ] as [(UInt8, String?)])
  func `a HEIC that only EXIF turns has one warning, which says what helps`(
    orientation: UInt8, turn: String?
  ) throws {
    try place.folder.write(try sideways(orientation), to: "phone.heic")
    let outcome = try place.make("1.jpg", "phone.heic", "-o", "out.png")
    let start =
      "collage: phone.heic: warning: its EXIF orientation, \(orientation), is ignored in HEIC files; "
    #expect(outcome.exitCode == 0)
    switch (orientation, turn) {
    case (1, _): #expect(outcome.error == "")
    case (_, let turn?):
      #expect(outcome.error == start + "if it looks wrong, use --turn 2=\(turn)\n")
    case (_, nil): #expect(outcome.error == start + "it may be shown mirrored\n")
    }
    #expect(try place.make("1.jpg", "phone.heic", "-o", "out.png", "--quiet").error == "")
    // The suggested remedy works.
    if let turn { try expectTurns("phone.heic", warned: true, turn) }
  }

  private func expectTurns(_ photo: String, warned: Bool, _ turn: String) throws {
    let options = ["--layout", "grid", "--any-count", "-o", "out.png"]
    let plain = try place.run(["make", photo, "--canvas", "80x70"] + options)
    #expect(plain.exitCode == 0 && plain.errorLines == (warned ? 1 : 0))
    let wanted = turned(try place.picture("out.png"), turn)
    let outcome = try place.run(
      ["make", photo, "--canvas", "\(wanted.size)px", "--turn", "1=\(turn)"] + options)
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(try place.picture("out.png").difference(from: wanted) == 0)
  }

  @Test(.enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"))
  func `the warning speaks of what the interface has: commands, keys of a manifest`() throws {
    try place.folder.write(try sideways(6), to: "phone.heic")
    let reason =
      "phone.heic: warning: its EXIF orientation, 6, is ignored in HEIC files; if it looks wrong, "
    let prompt = try place.run(
      ["prompt", "--library", "lib"], input: .text("add 1.jpg phone.heic\nsave\n"))
    #expect(prompt.error == "collage: \(reason)undo, and enter 'turn 2 right'\n")
    let turned = try place.run(
      ["prompt", "--library", "lib"],
      input: .text("add 1.jpg phone.heic\nsave\nundo\nturn 2 right\nsave\n"))
    #expect(turned.exitCode == 0 && turned.error == prompt.error)

    let job = #"{"photos": ["1.jpg", "phone.heic"], "canvas": "40x20px"}"# + "\n"
    let batch = try place.run(["batch", "--library", "lib"], input: .text(job))
    #expect(
      try ResultLine.lines(batch.outputBytes).map(\.warnings) == [
        ["\(place.folder.path)/" + reason + #"set "turn" of photo 2 to "right""#]
      ])
    let sheet = try place.make("1.jpg", "phone.heic", "--alternatives", "2", "-o", "sheet.png")
    #expect(sheet.error == "collage: \(reason)use --turn 2=right\n")
  }
}
