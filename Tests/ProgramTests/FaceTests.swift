import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SamplePictures
import SystemPackage
import TestSupport
import Testing

/// Crops that keep faces whole, by the built program.
@Suite(.waiting) struct FaceTests {
  let place: Workplace
  private static let size = PixelSize(width: 480, height: 240)
  private static let left: PaintedFaces.Face = (x: 60, y: 120, radius: 45)
  private static let right: PaintedFaces.Face = (x: 420, y: 120, radius: 45)

  init() throws {
    place = try Workplace(photos: 0)
    try write([Self.left], "left.jpg")
    try write([], "plain.jpg")
  }

  private func write(
    _ faces: [PaintedFaces.Face], size: PixelSize = size, declaring area: Region? = nil,
    _ name: String
  )
    throws
  {
    var jpeg = Picture.jpeg(PaintedFaces.raster(faces, size: size))
    if let area { jpeg = JPEGFile.declaring([area], in: jpeg) }
    try place.folder.write(jpeg, to: FilePath(name))
  }

  private static let square = [
    "--layout", "grid", "--canvas", "200x100", "--gap", "0", "--margin", "0", "plain.jpg",
  ]

  /// The layout of a plain photo and these, all cropped to squares.
  private func layout(_ arguments: String..., saying error: String = "") throws -> Report.Layout {
    let outcome = try place.run(["make", "--dry-run"] + Self.square + arguments)
    #expect(outcome.exitCode == 0 && outcome.error == error, "\(outcome.error)")
    return try Report.Layout(outcome.output)
  }

  @Test(.enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
  func `a caption inside a photo avoids a face, and says if it can't`() throws {
    let navy = Picture.jpeg(Picture.flat(.init(red: 0, green: 0, blue: 128), Self.size))
    let low = Region(x: 0.3, y: 0.6, width: 0.4, height: 0.38)
    let everywhere = Region(x: 0.01, y: 0.01, width: 0.98, height: 0.98)
    try place.folder.write(JPEGFile.declaring([low], in: navy), to: "low.jpg")
    try place.folder.write(JPEGFile.declaring([everywhere], in: navy), to: "full.jpg")
    let options = [
      "--layout", "grid", "--canvas", "960x240", "--gap", "0", "--margin", "0", "--text-size", "20",
      "--caption-place", "inside", "-o", "out.png", "--force",
    ]
    let caption = ["--caption", "2=HHH"]
    let free = try place.run(["make", "plain.jpg", "low.jpg"] + options + caption)
    #expect(free.answer == .done("\(free.id)\n"))
    let picture = try place.picture("out.png")
    let rows = (0..<240).filter { y in (480..<960).contains { picture[$0, y] == .white } }
    #expect(rows.count > 8 && rows.allSatisfy { $0 < 40 })
    let covered = try place.run(["make", "plain.jpg", "full.jpg"] + options + caption)
    #expect(
      covered.error
        == "collage: warning: the caption of photo 2 covers a face; use --caption-place below, "
        + "or a smaller --text-size\n")
  }

  @Test func `a face that is found stays whole`() throws {
    let photos = try layout("left.jpg").photos
    #expect(photos[0].crop.x == 120 && photos[0].focus == nil && photos[0].regions == nil)
    #expect(
      photos[1].regions?.map(\.source) == ["found"] && photos[1].regions?.map(\.kind) == ["face"])
    let (found, face) = (
      try #require(photos[1].regions?.first).area, PaintedFaces.area(of: Self.left)
    )
    let area = Region(x: found.x, y: found.y, width: found.width, height: found.height)
    #expect(area.overlap(face) > 0.6)
    #expect(photos[1].crop.x < face.x && photos[1].focus == [(photos[1].crop.x + 120) / 480, 0.5])
    // As near to the middle as the photo goes on beside the face.
    #expect(photos[1].crop.x < 30)
  }

  @Test func `a crop takes from below before it takes the hair`() throws {
    // Upright photos in a wide canvas: heads in the upper part that the middle would show whole.
    let face: PaintedFaces.Face = (x: 120, y: 170, radius: 40)
    try write([face], size: PixelSize(width: 240, height: 480), "tall.jpg")
    let photo = try layout("tall.jpg").photos[1]
    let found = try #require(photo.regions?.first).area
    #expect(photo.crop.y <= found.y - 0.55 * found.height)
    #expect(photo.crop.y + photo.crop.height >= found.y + 1.5 * found.height)
  }

  @Test func `two heads far apart are as far from both sides`() throws {
    let heads: [PaintedFaces.Face] = [60, 220].map { (x: $0, y: 120, radius: 34) }
    try write(heads, "pair.jpg")
    let photo = try layout("pair.jpg").photos[1]
    let found = try #require(photo.regions).map(\.area)
    try #require(found.count == 2)
    let left = found.map(\.x).min()! - photo.crop.x
    let right = photo.crop.x + photo.crop.width - found.map { $0.x + $0.width }.max()!
    #expect(left > 0 && abs(left - right) < 12, "\(left) \(right)")
  }

  /// Photographs of people, and their faces from forehead to chin in shares of the photo.
  @Test(arguments: [
    ("astronaut.jpg", Region(x: 0.35, y: 0.12, width: 0.19, height: 0.225)),
    ("cameraman.jpg", Region(x: 0.38, y: 0.23, width: 0.13, height: 0.15)),
  ])
  func `a collage shows a person's whole face, where the middle would cut it`(
    name: String, face: Region
  ) throws {
    let photo = Fixtures.path(of: "faces").appending(name).string
    let options = [
      "make", photo, photo, "--layout", "grid", "--canvas", "800x200", "--gap", "0", "--margin",
      "0", "-o", "out.png", "--force",
    ]
    func collageFaces(_ focus: String) throws -> [Region] {
      let outcome = try place.run(options + ["--focus", focus])
      #expect(outcome.answer == .done("\(outcome.id)\n"))
      let size = PixelSize(width: 400, height: 200)
      let left = Raster(size: size, filledWith: .white)
      left.copy(PixelRect(size), of: try place.picture("out.png"), to: PixelRect(size))
      return try FaceDetector().faces(in: left)
    }
    let report = try Report.Layout(place.run(options + ["--dry-run"]).output).photos[0]
    #expect(report.regions?.map(\.source) == ["found"])
    let area = face.scaled(by: 400)
    let crop = Region(
      x: report.crop.x, y: report.crop.y, width: report.crop.width, height: report.crop.height)
    #expect(crop.contains(area) && !Region(x: 0, y: 100, width: 400, height: 200).contains(area))
    // The picture shows what the report says.
    let shown = Region(
      x: face.x, y: (area.y - crop.y) / 200, width: face.width, height: face.height * 2)
    let found = try collageFaces("auto")
    #expect(found.count == 1 && found[0].overlap(shown) > 0.6, "\(found)")
    #expect(try collageFaces("centre").allSatisfy { $0.overlap(shown) < 0.5 })
  }

  @Test func `an animal moves no crop`() throws {
    let photo = Fixtures.path(of: "faces").appending("cat.jpg").string
    let photos = try layout(photo).photos
    #expect(photos[1].regions == nil && photos[1].focus == nil && photos[1].crop.x == 60.5)
  }

  @Test func `what the user says decides`() throws {
    for (options, x) in [
      (["--focus", "centre"], 120.0), (["--focus", "2=centre"], 120), (["--focus", "2=1,.5"], 240),
      (["--focus", "2=.5,.5", "--focus", "auto"], 120),
    ] {
      let outcome = try place.run(["make", "--dry-run"] + Self.square + ["left.jpg"] + options)
      let photo = try Report.Layout(outcome.output).photos[1]
      #expect(photo.crop.x == x && photo.regions == nil && outcome.error == "", "\(options)")
    }
    #expect(
      try layout("left.jpg", "--focus", "centre", "--focus", "2=auto").photos[1].regions == nil)
    #expect(try layout("left.jpg", "--focus", "2=auto").photos[1].regions?.count == 1)
  }

  @Test func `Ctrl-C ends the search`() throws {
    let jpeg = try place.folder.read("left.jpg")
    let names = (1...900).map { "copy\($0).jpg" }
    for name in names { try place.folder.write(jpeg, to: FilePath(name)) }
    let options = ["make", "--dry-run", "--layout", "grid", "--canvas", "4000x400", "--max", "900"]
    let running = try BuiltProgram.command(options + names, in: place.folder).start()
    // Reading the headers takes less than this, and searching all of them for faces several times as
    // long.
    #expect(Timeouts.wait(for: running, toHaveWorked: 0.4))
    running.send(SIGINT)
    #expect(running.wait().answer == .failed(130, "interrupted; nothing was written"))
  }

  @Test func `where nothing is cropped nothing is looked for`() throws {
    let outcome = try place.run("make", "--dry-run", "plain.jpg", "left.jpg")
    #expect(try Report.Layout(outcome.output).photos.map { $0.regions == nil } == [true, true])
    // A damaged photo is only searched here; the damage is reported when it is drawn.
    try place.folder.write(Array(place.folder.read("left.jpg").prefix(3000)), to: "cut.jpg")
    #expect(try layout("cut.jpg").photos.count == 2)
  }

  @Test func `what a file declares comes before what would be found`() throws {
    let area = PaintedFaces.area(of: Self.right).scaled(across: 1 / 480, down: 1 / 240)
    try write([Self.left], declaring: area, "right.jpg")
    let photo = try layout("right.jpg").photos[1]
    #expect(photo.regions?.map(\.source) == ["declared"])
    #expect(photo.crop.x + photo.crop.width >= PaintedFaces.area(of: Self.right).x + 72)
    let turned = try layout("right.jpg", "--turn", "2=180").photos[1]
    #expect(abs(turned.crop.x - (480 - photo.crop.x - photo.crop.width)) < 0.1)
  }

  @Test func `a group for which there is no room keeps as many as can be, with a warning`() throws {
    let group: [PaintedFaces.Face] = [45, 125, 205, 440].map { (x: $0, y: 120, radius: 34) }
    try write(group, "group.jpg")
    let warning =
      "group.jpg: warning: a face is cut; --layout mosaic keeps everyone"
    let crop = try layout("group.jpg", saying: "collage: \(warning)\n").photos[1].crop
    let kept = group.map { PaintedFaces.area(of: $0) }.filter {
      crop.x <= $0.x && $0.x + $0.width <= crop.x + 240
    }
    #expect(kept.count == 3)
    _ = try layout("group.jpg", "--quiet")
    let made = try place.run(["make", "-o", "out.jpg"] + Self.square + ["group.jpg"])
    #expect(made.answer == .done("\(made.id)\n", saying: warning))
    let job =
      ##"{"photos": ["plain.jpg", "group.jpg"], "canvas": "200x100", "layout": "grid", "gap": "0", "margin": "0", "output": "b.jpg"}"##
    let batch = try place.run(["batch", "-"], input: .text(job))
    #expect(batch.output.contains(made.id), "the batch makes the same: \(batch.output)")
    #expect(
      batch.output.contains(
        #"a face is cut; \"layout\": \"mosaic\" keeps everyone"#))
    #expect(try layout("group.jpg", "--focus", "2=.3,.5").photos[1].regions == nil)
  }

  @Test func `the id depends on no number of threads, and a remade collage is the same`() throws {
    try write([Self.right], "right.jpg")
    let photos = [
      "--layout", "strip", "--canvas", "400x100", "--gap", "0", "--margin", "0", "plain.jpg",
      "left.jpg", "right.jpg", "left.jpg",
    ]
    let ids = try ["1", "2", "8"].map { try place.run(["make", "--jobs", $0] + photos).id }
    #expect(Set(ids).count == 1 && ids[0] != "")
    #expect(try place.run(["make", "--focus", "centre"] + photos).id != ids[0])
    let remade = try place.run("library", "remake", ids[0])
    #expect(
      remade.exitCode == 0 && remade.output.contains(ids[0]), "\(remade.output)\(remade.error)")
    let script = try place.run(["prompt"], input: .text("open \(ids[0])\nfocus\nsave\n"))
    #expect(script.output.hasPrefix("focus: auto\n"))
    let lines = Array(script.output.split(separator: "\n").dropFirst())
    #expect(
      lines.first == "focus of photo 1: auto" && lines.last.map(String.init) == ids[0],
      "\(script.output)")
    #expect(
      lines.count == 5 && lines[1] != "focus of photo 2: auto"
        && lines[1].dropFirst(16) == lines[3].dropFirst(16))
    let shown = try place.run("library", "show", "--json", ids[0]).output
    #expect(shown.contains(/"settings":\{"focus":"0\.[0-9]+,0\.5"/))
  }

  @Test func `faces are looked for again where a collage that is made again has other frames`()
    throws
  {
    let photos = ["plain.jpg", "left.jpg", "--layout", "grid", "--gap", "0", "--margin", "0"]
    func made(_ canvas: String, _ options: String...) throws -> String {
      try place.run(["make", "--quiet", "--canvas", canvas] + photos + options).id
    }
    let square = try made("200x100")
    let narrow = try made("120x100")
    let given = try made("200x100", "--focus", "2=.3,.5")
    #expect(try place.run("library", "remake", square, "--canvas", "120x100").id == narrow)
    let script = "canvas 120x100\nsave\n"
    #expect(try place.run(["prompt", "--reopen", square], input: .text(script)).id == narrow)
    // What somebody chose stays.
    let kept = try place.run("library", "remake", given, "--canvas", "120x100").id
    #expect(try place.run("library", "show", "--json", kept).output.contains(#""0.3,0.5""#))
  }

  @Test func `the prompt sets the focus of one photo and of all`() throws {
    func ask(_ lines: String...) throws -> [String] {
      let input = (["add plain.jpg left.jpg"] + lines + ["clear"]).map { $0 + "\n" }.joined()
      let script = try place.run(["prompt"], input: .text(input))
      #expect(script.exitCode == 0, "\(script.error)")
      return script.output.split(separator: "\n").map(String.init)
    }
    #expect(try ask("focus centre", "style").contains { $0.contains(/^\* focus +centre$/) })
    #expect(
      try ask("focus centre", "focus auto", "style").contains { $0.contains(/^  focus +auto$/) })
    let all = "focus: auto"
    #expect(
      try ask("focus 2 centre", "focus") == [
        all, "focus of photo 1: auto", "focus of photo 2: centre",
      ])
    #expect(
      try ask("focus 1-2 0 0", "focus 2 auto", "focus") == [
        all, "focus of photo 1: 0.0,0.0", "focus of photo 2: auto",
      ])
  }

  @Test func `of layouts that crop alike, mosaic takes one that cuts no face`() throws {
    let size = PixelSize(width: 240, height: 240)
    let jpeg = Picture.jpeg(PaintedFaces.raster([], size: size))
    let across = [0.05, 0.75].map { Region(x: $0, y: 0.4, width: 0.2, height: 0.2) }
    let down = across.map { Region(x: $0.y, y: $0.x, width: 0.2, height: 0.2) }
    try place.folder.write(jpeg, to: "none.jpg")
    func frames(_ faces: [Region], _ options: String...) throws -> [Report.Frame] {
      try place.folder.write(JPEGFile.declaring(faces, in: jpeg), to: "faces.jpg")
      let outcome = try place.run(
        [
          "make", "--dry-run", "--canvas", "200x200", "--gap", "0", "--margin", "0", "faces.jpg",
          "none.jpg",
        ] + options)
      #expect(outcome.error == "" || !options.isEmpty, "\(outcome.error)")
      return try Report.Layout(outcome.output).photos.map(\.frame)
    }
    // Either layout crops half of each photo.
    #expect(try frames(across)[0] == Report.Frame(x: 0, y: 0, width: 200, height: 100))
    #expect(try frames(down)[0] == Report.Frame(x: 0, y: 0, width: 100, height: 200))
    // A layout that the user picks is used, and a saved collage records the one that was used.
    #expect(
      try frames(across, "--pick", "2") != frames(down, "--pick", "2")
        || frames(across) != frames(across, "--pick", "2"))
    // Where it cuts faces, the warning names the one that doesn't.
    let warnings = try [across, down].map { faces in
      try place.folder.write(JPEGFile.declaring(faces, in: jpeg), to: "faces.jpg")
      return try place.run(
        "make", "--dry-run", "--canvas", "200x200", "--gap", "0", "--margin", "0", "--pick", "2",
        "faces.jpg", "none.jpg"
      ).error
    }
    #expect(
      warnings.sorted() == [
        "", "collage: faces.jpg: warning: a face is cut; --pick 1 keeps everyone\n",
      ])
    for faces in [across, down] {
      let wanted = try frames(faces)
      let id = try place.run(
        "make", "--canvas", "200x200", "--gap", "0", "--margin", "0", "faces.jpg", "none.jpg"
      ).id
      let remade = try place.run("library", "remake", id)
      #expect(remade.output.contains(id), "\(remade.output)\(remade.error)")
      #expect(
        try Report.Shown(place.run("library", "show", "--json", id).output).recipe.photos.map(
          \.frame) == wanted)
    }
  }

  @Test
  func
    `a batch finds its collages unchanged in another HOME, and tells points that were found from given ones`()
    throws
  {
    let size = PixelSize(width: 240, height: 240)
    let across = [0.05, 0.75].map { Region(x: $0, y: 0.4, width: 0.2, height: 0.2) }
    let down = across.map { Region(x: $0.y, y: $0.x, width: 0.2, height: 0.2) }
    let jpeg = Picture.jpeg(PaintedFaces.raster([], size: size))
    for (name, faces) in [("across.jpg", across), ("down.jpg", down), ("none.jpg", [])] {
      try place.folder.write(JPEGFile.declaring(faces, in: jpeg), to: FilePath(name))
    }
    func results(_ jobs: [String], home: String) throws -> [ResultLine] {
      let input = StandardInput.text(jobs.map { $0 + "\n" }.joined())
      var command = BuiltProgram.command(
        ["batch", "--library", "lib"], in: place.folder, standardInput: input)
      command.environment["HOME"] = place.folder.path(of: FilePath(home)).string
      return try ResultLine.lines(command.run().outputBytes)
    }
    let square = #""layout": "grid", "canvas": "200x100""#
    let jobs = [
      "{\(square), \"photos\": [\"plain.jpg\", \"left.jpg\"]}",
      #"{"canvas": "200x200", "photos": ["across.jpg", "none.jpg"]}"#,
      #"{"canvas": "200x200", "photos": ["down.jpg", "none.jpg"]}"#,
    ]
    let made = try results(jobs, home: "one")
    #expect(made.map(\.status) == ["saved", "saved", "saved"])
    let again = try results(jobs, home: "two")
    #expect(
      again.map(\.status) == ["unchanged", "unchanged", "unchanged"]
        && again.map(\.id) == made.map(\.id))
    let manifest = try place.run(
      ["library", "manifest", "--library", "lib", "--in", "."] + made.compactMap(\.id))
    let byManifest = try results(
      manifest.output.split(separator: "\n").map(String.init), home: "three")
    #expect(byManifest.compactMap(\.id) == made.compactMap(\.id), "\(manifest.output)")

    let point = try #require(layout("left.jpg").photos[1].focus)
    let given =
      "{\(square), \"photos\": [\"plain.jpg\", {\"path\": \"left.jpg\", \"focus\": \(point)}]}"
    let picked = jobs[1...].map { $0.replacing("200x200\"", with: "200x200\", \"pick\": 2") }
    for job in [given] + picked {
      #expect(try results([job], home: "one").map(\.status) == ["saved"], "\(job)")
      #expect(try results([job], home: "two").map(\.status) == ["unchanged"], "\(job)")
    }
    #expect(
      try results(jobs, home: "two").map(\.status) == ["unchanged", "unchanged", "unchanged"])
  }

  /// Decoded once where there is room for its pixels, and twice elsewhere.
  @Test func `how much memory there is changes nothing in a photo that is searched for faces`()
    throws
  {
    try place.folder.write(
      Picture.png(PaintedFaces.raster([Self.right], size: Self.size)), to: "right.png")
    let ids = try ["1G", "2M", "700K"].map { memory in
      try place.run(
        "make", "--layout", "grid", "--canvas", "200x100", "left.jpg", "right.png", "--memory",
        memory
      ).id
    }
    #expect(ids[0] != "" && Set(ids).count == 1)
  }

  @Test(
    .enabled(if: Corpus.hasFaces, "there is no folder ../shared/corpus-faces beside the repository")
  )
  func `people's faces are found`() throws {
    for (name, count) in [
      ("2008_002506.jpg", 3), ("63246701.jpg", 1), ("2009_004587.jpg", 2), ("0.jpg", 0),
    ] {
      let photo = Corpus.face(name)
      let outcome = try place.run(
        "make", "--dry-run", "--layout", "grid", "--canvas", "400x100", photo, photo)
      #expect(try Report.Layout(outcome.output).photos[0].regions?.count ?? 0 == count, "\(name)")
    }
  }
}
