import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What is reported besides the id: JSON, the layout, how photos were used, and warnings.
@Suite(.waiting) struct ReportTests {
  let place: Workplace
  private let warning = "odd.jpg: warning: the end of the file is missing"

  init() throws {
    place = try Workplace()
    try place.folder.write(Workplace.photos[2].dropLast(2), to: "odd.jpg")
    let large = Picture.sampleJPEG(1, PixelSize(width: 160, height: 80))
    try place.folder.write(
      EXIFRecord.inserting(EXIFRecord.orientation(6), intoJPEG: large), to: "tall.jpg")
  }

  @Test func `--json prints one object with all there is to know`() throws {
    let outcome = try place.make("1.jpg", "2.jpg", "--json")
    let made = try Report.Made(outcome.output)
    #expect(outcome.error == "")
    #expect(outcome.output.hasSuffix("}\n") && outcome.output.count { $0 == "\n" } == 1)
    let path = "\(place.folder.string)/Pictures/Collages/collage-\(made.id).jpg"
    #expect(
      made
        == .init(
          id: try place.make("1.jpg", "2.jpg").id, path: path, format: "jpeg", width: 40,
          height: 20,
          bytes: Int(try FilePath(path).stat().size), photos: ["1.jpg", "2.jpg"], warnings: []))
  }

  @Test func `--json tells where an output file is`() throws {
    let made = try Report.Made(try place.make("1.jpg", "2.jpg", "--json", "-o", "out.png").output)
    #expect(made.path == "out.png")
    #expect(made.format == "png")
    #expect(made.bytes == (try place.folder.read("out.png").count))
  }

  @Test func `warnings are on standard error, and in the JSON`() throws {
    let outcome = try place.make("odd.jpg", "1.jpg", "--json")
    #expect(outcome.error == "collage: \(warning)\n")
    #expect(try Report.Made(outcome.output).warnings == [warning])
  }

  @Test func `the same photo is warned of once`() throws {
    let outcome = try place.make("odd.jpg", "odd.jpg", "1.jpg", "odd.jpg")
    #expect(outcome.answer == .done("\(outcome.id)\n", saying: warning))
  }

  @Test func `--quiet leaves warnings out, but no errors`() throws {
    let loud = try place.make("odd.jpg", "1.jpg")
    #expect(try place.make("odd.jpg", "1.jpg", "--quiet").answer == .done("\(loud.id)\n"))
    #expect(
      try place.make("missing.jpg", "1.jpg", "--quiet").answer
        == .failed(66, "missing.jpg: there is no such file; check the path"))
  }

  @Test func `--dry-run prints the layout as JSON and writes nothing`() throws {
    let before = try place.folder.snapshot()
    let outcome = try place.make("1.jpg", "tall.jpg", "--dry-run", "-o", "out.jpg")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(
      try Report.Layout(outcome.output)
        == .init(
          layout: "grid", canvas: .init(width: 40, height: 20),
          photos: [
            .init(
              path: "1.jpg", format: "jpeg", size: .init(width: 32, height: 24), orientation: 1,
              frame: .init(x: 0, y: 0, width: 20, height: 20),
              crop: .init(x: 4, y: 0, width: 24, height: 24),
              cropped: 0.25),
            .init(
              path: "tall.jpg", format: "jpeg", size: .init(width: 80, height: 160), orientation: 6,
              frame: .init(x: 20, y: 0, width: 20, height: 20),
              crop: .init(x: 0, y: 40, width: 80, height: 80),
              cropped: 0.5),
          ]))
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `--dry-run decodes no pixel`() throws {
    let cut = Workplace.photos[0].prefix(JPEGFile.scanData(of: Workplace.photos[0]))
    try place.folder.write(cut, to: "cut.jpg")
    let png = Picture.png(Picture.sample(1, PixelSize(width: 32, height: 24)))
    try place.folder.write(png.prefix(PNGFile.data(of: "IDAT", in: png)), to: "cut.png")
    let outcome = try place.make("cut.jpg", "cut.png", "--dry-run")
    #expect(outcome.exitCode == 0)
    #expect(
      try Report.Layout(outcome.output).photos.map(\.size) == [
        .init(width: 32, height: 24), .init(width: 32, height: 24),
      ])
    #expect(try place.make("cut.jpg", "cut.png").exitCode == 65)
  }

  @Test func `--dry-run finds photos that are missing or no pictures`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "missing.jpg", "--dry-run"],
      .failed(66, "missing.jpg: there is no such file; check the path"))
  }

  @Test func `--explain prints how each photo is used`() throws {
    let table = """
      photo     size    frame  decoded at  cropped
      1.jpg     32x24   20x20  1/1         25.0%
      tall.jpg  80x160  20x20  1/2         50.0%
      layout: grid, 1 of 1; canvas 40x20, 2.00:1
      crop: 37.5% on average, 50.0% at worst; empty: 0.0%; aspect error: 0.0%
      areas: largest/smallest 1.00, smallest 50.0% of the canvas, divergence 0.00; enlargement: 0.83 at most
      order: none out of order; edges: none nearly meet
      faces: 0 known, 0 cut, 0 close to a cut edge

      """
    let outcome = try place.make("1.jpg", "tall.jpg", "--explain")
    #expect(outcome.answer == Answer(code: 0, output: "\(outcome.id)\n", error: table))
    let dry = try place.make("1.jpg", "tall.jpg", "--explain", "--dry-run")
    #expect(dry.exitCode == 0 && dry.error == table)
  }

  @Test func `--explain comes after the warnings, and a PNG is decoded whole`() throws {
    try place.folder.write(
      Picture.png(Picture.sample(1, PixelSize(width: 32, height: 24))), to: "3.png")
    let outcome = try place.make("odd.jpg", "3.png", "--explain")
    #expect(
      outcome.error == """
        collage: \(warning)
        photo    size   frame  decoded at  cropped
        odd.jpg  32x24  20x20  1/1         25.0%
        3.png    32x24  20x20  1/1         25.0%
        layout: grid, 1 of 1; canvas 40x20, 2.00:1
        crop: 25.0% on average, 25.0% at worst; empty: 0.0%; aspect error: 0.0%
        areas: largest/smallest 1.00, smallest 50.0% of the canvas, divergence 0.00; enlargement: 0.83 at most
        order: none out of order; edges: none nearly meet
        faces: 0 known, 0 cut, 0 close to a cut edge

        """)
  }

  @Test func `--explain names photos with a gain map, and those whose map can't be used`() throws {
    func explained(_ photos: String...) throws -> String {
      try place.run(["make"] + photos + ["--explain", "--dry-run"]).error
    }
    let photo = try place.folder.read("tall.jpg")
    func jpeg(_ changes: [String: String] = [:]) -> GainMapJPEG {
      let properties = GainMapJPEG.simple.merging(changes) { _, new in new }
      return GainMapJPEG(photo, map: JPEGFile.flat([200]), properties)
    }
    try place.folder.write(jpeg().bytes, to: "bright.jpg")
    try place.folder.write(jpeg(["Gamma": "0"]).bytes, to: "faulty.jpg")
    try place.folder.write(jpeg().bytes.dropLast(JPEGFile.flat([200]).count), to: "cut.jpg")
    let found = "gain map kept (Ultra HDR, 2.5 stops)\n"
    #expect(try explained("1.jpg", "bright.jpg").hasSuffix("\nHDR: photo 2: \(found)"))
    #expect(
      try explained("bright.jpg", "faulty.jpg", "bright.jpg", "cut.jpg").hasSuffix(
        "\nHDR: photo 1: \(found)"
          + "HDR: photo 2: no HDR, as its gain map can't be used: its gamma is out of range\n"
          + "HDR: photo 3: \(found)HDR: photo 4: no HDR, as its gain map can't be used: it is missing\n"
      ))
    #expect(try !explained("1.jpg", "tall.jpg").contains("HDR"))
    #expect(try place.make("faulty.jpg", "cut.jpg").exitCode == 0)
  }

  @Test func `a canvas that is too small or too large for its format is refused`() throws {
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--canvas", "1x1px"],
      .failed(
        64,
        "a canvas of 1x1 is too small for 2 photos in this layout; choose a larger one with --canvas, a smaller --margin, or another --layout"
      ))
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--canvas", "65501x2"],
      .failed(
        64,
        "a canvas of 65501x2 is too large: this format allows 65500 pixels a side; choose a smaller one with --canvas or --long-side"
      ))
    #expect(try place.make("1.jpg", "2.jpg", "--canvas", "65501x1", "-o", "long.png").exitCode == 0)
  }

  /// An option, its value's name in help, the values that are valid, and values that are refused.
  private static let refused: [(String, String, String, [String])] = [
    ("--pick", "<n>", "must be a whole number from 1 on", ["0", "best"]),
    (
      "--long-side", "<n>", "must be auto or a whole number from 1 to 1000000",
      ["0", "1000001", "long"]
    ),
    (
      "--canvas", "<size>",
      "must be auto, a size in pixels such as 2400x1600, on paper such as A4 or 15x10cm@300dpi, or a ratio such as 16:9, "
        + "with at most 1000000 pixels a side",
      [
        "A9", "10x10cm@", "10x10cm@0", "10x10ft", "A4@300@2", "0x10", "10", "10x", "x10", "-1x5",
        "10x10x10", "1e3x5",
        "ax5", "1000001x1",
      ]
    ),
    (
      "--background", "<colour>",
      "must be a colour name, #rgb[a], #rrggbb[aa], transparent, blur or blur,40%",
      ["#12", "#ggg", "#1234567", "nocolour", "123456"]
    ),
    ("--max", "<n>", "must be a whole number from 1 on", ["0", "-2", "six", "1.5"]),
    (
      "--jobs", "<n>", "must be a whole number from 1 on",
      ["0", "-0", "-1", "all", "99999999999999999999"]
    ),
    ("--max-pixels", "<n>", "must be a whole number from 1 on", ["0", "-1", "many"]),
    ("--alternatives", "<k>", "must be a whole number from 1 on", ["0", "-1", "many"]),
    (
      "--memory", "<bytes>", "must be a number of bytes from 1 to 8388607T, such as 512M or 2G",
      ["0", "0M", "-1", "1X", "M", "8388608T", "99999999999T"]
    ),
    (
      "--max-download", "<bytes>",
      "must be a number of bytes from 1 to 8388607T, such as 512M or 2G",
      ["0", "-0", "-1K"]
    ),
    (
      "--text-size", "<length>",
      "must be auto or a length above 0: up to 100000 pixels, such as 24, to 1000mm, such as 3mm or 9pt, "
        + "or to 50% of the short side, such as 3%",
      ["0", "-0", "0%", "-1", "51%", "100001", "0x10", "0mm", "1001mm", "2ft", "-1cm", "nanpt"]
    ),
    ("--balance", "<share>", "must be a number from 0 to 1", ["-0.1", "1.1", "0x1p-1", "nan"]),
  ]

  @Test(arguments: refused)
  func `values that make no sense are refused`(
    _ option: String, _ name: String, _ requirement: String, _ values: [String]
  ) throws {
    let help = try place.help(on: option)
    for value in values {
      try place.expectNothingChanges(
        by: ["make", "1.jpg", "2.jpg", "\(option)=\(value)"],
        .failed(
          64,
          "The value '\(value)' is invalid for '\(option) \(name)': it \(requirement); see '\(help)'"
        ))
    }
  }

  @Test(arguments: [
    ("10x15", "10x15cm@300dpi, or 10x15px"), ("13x18", "13x18cm@300dpi, or 13x18px"),
    ("20x30", "20x30cm@300dpi, or 20x30px"), ("4x6", "4x6in@300dpi, or 4x6px"),
    ("60X60", "60x60cm@300dpi, or 60x60px"), ("10x15@200dpi", "10x15cm@200dpi, or 10x15px"),
    ("21x29.7", "21x29.7cm@300dpi"),
  ])
  func `two small numbers without a unit are no canvas`(_ canvas: String, _ remedies: String) throws
  {
    try place.expectNothingChanges(
      by: ["make", "1.jpg", "2.jpg", "--canvas", canvas],
      .failed(
        64,
        "The value '\(canvas)' is invalid for '--canvas <size>': it needs a unit: \(remedies); "
          + "see 'collage make --help'"))
    let manifest = "{\"photos\": [\"1.jpg\", \"2.jpg\"], \"canvas\": \"\(canvas)\"}"
    let batch = try BuiltProgram.command(
      ["batch"], in: place.folder, standardInput: .text(manifest)
    ).run()
    #expect(batch.exitCode == 1 && batch.output.contains("needs a unit: \(remedies)"), "\(batch)")
    let prompt = try BuiltProgram.command(
      ["prompt"], in: place.folder, standardInput: .text("canvas \(canvas)")
    ).run()
    #expect(prompt.error.contains("canvas needs a unit: \(remedies)"), "\(prompt)")
  }

  @Test(arguments: ["32x16", "2x1", "44x19"])
  func `small sizes that are none of paper are pixels`(_ canvas: String) throws {
    let outcome = try place.run(
      "make", "1.jpg", "2.jpg", "--canvas", canvas, "--gap", "0", "--margin", "0", "-o", "small.png"
    )
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(try "\(place.picture("small.png").size)" == canvas)
  }

  @Test func `a canvas in pixels may say so`() throws {
    for (canvas, width) in [("40x20px", 40), ("61x20", 61), ("200x100PX", 200)] {
      let made = try place.run("make", "1.jpg", "2.jpg", "--canvas", canvas, "--dry-run")
      #expect(try Report.Layout(made.output).canvas.width == width, "\(made.error)")
    }
  }

  @Test(arguments: [
    (["find", "--limit", "0", "x"], "'--limit <n>': it must be a whole number from 1 on"),
    (["find", "--web", "--page", "-1", "x"], "'--page <n>': it must be a whole number from 1 on"),
    (["pick", "--max", "-0"], "'--max <n>': it must be a whole number from 1 on"),
    (
      ["library", "list", "--since", "-1d"],
      "'--since <when>': it must be a day, month or year such as 2024-07-15"
    ),
    (
      ["prompt", "--reopen", "0"],
      "'--reopen <id|file>': it must be the first 4 to 32 characters of an id, such as 2f9c"
    ),
    (
      ["prompt", "--preview", "tv"],
      "'--preview <mode>': it must be one of kitty, placeholders"
    ),
    (["make", "--layout-file", "", "1.jpg"], "'--layout-file <file>': it is empty"),
    (["make", "", "1.jpg"], "'<photo>': it is empty"),
  ])
  func `every command says why a value is refused`(_ arguments: [String], _ reason: String) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "")
    #expect(outcome.error.contains(" is invalid for \(reason)"), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test func `minus zero is zero`() throws {
    let zero = [
      "--focus", "1=0,0", "--gap", "0", "--margin", "0%", "--balance", "0", "--border", "0",
    ]
    let minus = [
      "--focus", "1=-0,-0.0", "--gap", "-0", "--margin", "-0.0%", "--balance", "-0", "--border",
      "-0",
    ]
    let photos = ["make", "1.jpg", "2.jpg", "--canvas", "40x40px"]
    let id = try place.run(photos + zero).id
    #expect(try place.run(photos + minus).id == id)
    try place.folder.write(
      Array(
        """
        {"photos": [{"path": "1.jpg", "focus": [-0, -0.0]}, "2.jpg"], "canvas": "40x40px", "gap": -0, \
        "margin": "-0%", "balance": -0.0, "border": -0.0}
        """.utf8), to: "jobs")
    let outcome = try place.run("batch", "jobs", "--force")
    #expect(outcome.exitCode == 0 && outcome.output.contains("\"\(id)\""), "\(outcome)")
    let script = "focus 1 -0 -0\ngap -0\nmargin -0%\nbalance -0\nborder -0\nsave\n"
    let saved = try BuiltProgram.command(
      ["prompt", "1.jpg", "2.jpg", "--canvas", "40x40px"], in: place.folder,
      standardInput: .text(script)
    ).run()
    #expect(saved.output.split(separator: "\n").last.map(String.init) == id, "\(saved)")
  }

  @Test(arguments: [
    ("--gap", "<length>", "-1"), ("--margin", "<length>", "-1%"),
    ("--corner-radius", "<length>", "-3"),
    ("--border", "<length[,colour]>", "-2"), ("--shadow", "<length[,colour]>", "-2"),
    ("--canvas", "<size>", "-5x5"),
    ("--long-side", "<n>", "-9"), ("--max", "<n>", "-2"), ("--jobs", "<n>", "-1"),
    ("--memory", "<bytes>", "-1"),
    ("--max-pixels", "<n>", "-1"), ("--max-scans", "<n>", "-1"), ("--quality", "<n>", "-1"),
    ("--compression", "<n>", "-1"), ("--pick", "<n>", "-1"), ("--keep-whole", "<n|all>", "-1"),
    ("--jobs", "<n>", "--force"),
  ])
  func `a value that begins with a dash is a value, and refused as such`(
    _ option: String, _ name: String, _ value: String
  ) throws {
    let outcome = try place.run("make", "1.jpg", "2.jpg", option, value)
    #expect(outcome.exitCode == 64 && outcome.output == "")
    #expect(
      outcome.error.hasPrefix("collage: The value '\(value)' is invalid for '\(option) \(name)'"),
      "\(outcome)")
  }
}
