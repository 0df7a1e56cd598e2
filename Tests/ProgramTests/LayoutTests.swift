import Imaging
import PhotoLayouts
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Which layout photos get, how it is reported, and how it is used again.
@Suite(.waiting) struct LayoutTests {
  let place: Workplace
  private let sizes = [(60, 40), (40, 60), (40, 30), (30, 40), (64, 36), (40, 40)]
  private var photos: [String] { sizes.indices.map { "\($0).png" } }

  init() throws {
    place = try Workplace(photos: 0)
    for (index, size) in sizes.enumerated() {
      let picture = Picture.sample(index, PixelSize(width: size.0, height: size.1))
      try place.folder.write(Picture.png(picture), to: FilePath("\(index).png"))
    }
  }

  private func layout(_ arguments: String...) throws -> Report.Layout { try layout(arguments) }

  private func layout(_ arguments: [String]) throws -> Report.Layout {
    let outcome = try place.run(["make", "--dry-run"] + arguments + photos)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return try Report.Layout(outcome.output)
  }

  @Test func `without options nothing is cropped and nothing is empty`() throws {
    let layout = try layout("--long-side", "1000", "--gap", "0", "--margin", "0")
    #expect(max(layout.canvas.width, layout.canvas.height) == 1000)
    #expect(layout.photos.count { $0.cropped < 0.01 } == photos.count)
    let area = layout.photos.map { $0.frame.width * $0.frame.height }.reduce(0, +)
    #expect(area == layout.canvas.width * layout.canvas.height)
  }

  @Test func `a canvas that is given is filled, whatever the layout`() throws {
    for name in LayoutStyle.allCases.map(\.rawValue) {
      let layout = try layout(
        "--layout", name, "--canvas", "300x200", "--gap", "0", "--margin", "0")
      #expect(layout.layout == name)
      #expect(layout.canvas == .init(width: 300, height: 200))
      #expect(layout.photos.map { $0.frame.width * $0.frame.height }.reduce(0, +) == 60_000)
    }
  }

  @Test func `a collage is as large as its layout says`() throws {
    let planned = try layout("--long-side", "120")
    let made = try place.run(["make", "--long-side", "120", "-o", "out.png"] + photos)
    #expect(made.answer == .done("\(made.id)\n"))
    let picture = try place.picture("out.png")
    #expect(picture.size == PixelSize(width: planned.canvas.width, height: planned.canvas.height))
  }

  @Test func `another layout than the best can be picked`() throws {
    let layouts = try ["1", "2", "394"].map { try layout("--pick", $0).photos.map(\.frame) }
    #expect(layouts[0] != layouts[1] && layouts[1] != layouts[2])
    #expect(try layout().photos.map(\.frame) == layouts[0])
    try place.expectNothingChanges(
      by: ["make", "--pick", "395"] + photos,
      .failed(64, "there is no layout 395; choose from 1 to 394"))
    try place.expectNothingChanges(
      by: ["make", "--layout", "grid", "--pick", "2"] + photos,
      .failed(64, "there is no layout 2; there is only one"))
  }

  @Test func `alternatives are shown on one sheet`() throws {
    let outcome = try place.run(
      ["make", "--alternatives", "5", "--canvas", "300x200", "--quiet", "-o", "sheet.png"] + photos)
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    let sheet = try place.picture("sheet.png")
    // Three columns and two rows of 480x320, each under its number.
    #expect(sheet.size == PixelSize(width: 3 * 504 + 24, height: 2 * (320 + 40 + 24) + 24))
    let best = try place.run(["make", "--canvas", "480x320", "-o", "best.png"] + photos)
    #expect(best.exitCode == 0)
    let tile = try place.picture("best.png")
    let differences = (0..<320).flatMap { y in
      (0..<480).map { abs(Int(sheet[24 + $0, 64 + y].green) - Int(tile[$0, y].green)) }
    }
    // Of a smaller canvas, so that edges lie a pixel apart.
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 5)
    // A sheet is one of our pictures: it may be written again, a photo may not.
    #expect(
      try place.run(["make", "--alternatives", "2", "-o", "sheet.png"] + photos).exitCode == 0)
    try place.expectNothingChanges(
      by: ["make", "--alternatives", "2", "-o", "0.png"] + photos,
      .failed(73, "0.png: this is one of the photos; write the collage to another file"))
    try place.expectNothingChanges(
      by: ["make", "--alternatives", "2"] + photos,
      .failed(
        64, "--alternatives needs a file to write; give one with -o; see 'collage make --help'"))
    try place.expectNothingChanges(
      by: ["make", "--alternatives", "101", "-o", "sheet.png"] + photos,
      .failed(
        64,
        "--alternatives shows up to 100 layouts; choose a smaller number; see 'collage make --help'"
      ))
    try place.expectNothingChanges(
      by: ["make", "--alternatives", "2", "--json", "-o", "sheet.png"] + photos,
      .failed(
        64,
        "--alternatives can't be used with --json, --dry-run or --explain; choose with --pick first; "
          + "see 'collage make --help'"))
  }

  @Test func `an output that can't be is reported before photos are decoded`() throws {
    try place.folder.write(
      Picture.sampleJPEG(2, PixelSize(width: 96, height: 96)).dropLast(900), to: "cut.jpg"
    )
    try place.expectNothingChanges(
      by: ["make", "--alternatives", "2", "-o", "nowhere/x.png", "cut.jpg"] + photos.dropFirst(),
      .failed(73, "nowhere: there is no such folder; create it first"))
  }

  @Test func `a damaged photo is reported before layouts are shown`() throws {
    let jpeg = Picture.sampleJPEG(2, PixelSize(width: 96, height: 96))
    try place.folder.write(Array(jpeg.prefix(jpeg.count / 2)), to: "cut.jpg")
    let outcome = try place.run(
      ["make", "--alternatives", "2", "-o", "sheet.png", "cut.jpg"] + photos.dropFirst())
    #expect(outcome.exitCode == 65 && outcome.error.hasPrefix("collage: cut.jpg: damaged: "))
    #expect(try !place.folder.names().contains("sheet.png"))
  }

  @Test(arguments: ["7", "9223372036854775807"])
  func `options for a photo that isn't there are refused`(number: String) throws {
    try place.expectNothingChanges(
      by: ["make", "--keep-whole", number] + photos,
      .failed(
        64,
        "there is no photo \(number) for --keep-whole; choose a number from 1 to \(photos.count)"))
  }

  @Test func `photos may change places where that crops less`() throws {
    let kept = try layout("--canvas", "200x200")
    let free = try layout("--canvas", "200x200", "--order", "free")
    #expect(free.photos.map(\.path) == kept.photos.map(\.path))
    let cropped = { (layout: Report.Layout) in layout.photos.reduce(0.0) { $0 + $1.cropped } }
    #expect(cropped(free) <= cropped(kept) + 0.1)
    #expect(free.photos.map(\.frame) != kept.photos.map(\.frame))
  }

  @Test func `--explain says how good the layout is, and how many trees there were`() throws {
    let outcome = try place.run(["make", "--dry-run", "--explain", "--long-side", "600"] + photos)
    let lines = Array(outcome.error.split(separator: "\n").suffix(6))
    try #require(lines.count == 6)
    #expect(lines[0].hasPrefix("layout: mosaic, 1 of 394, 394 trees considered; canvas 600x"))
    #expect(lines[0].contains(/, [01]\.[0-9]{2}:1$/))
    #expect(lines[1].hasPrefix("crop: ") && lines[1].contains("empty: 0.0%; aspect error: "))
    #expect(lines[2].hasPrefix("areas: largest/smallest "))
    #expect(lines[3].contains(/^order: .* out of order; edges: none nearly meet$/))
    #expect(lines[4] == "faces: 0 known, 0 cut, 0 close to a cut edge")
    #expect(lines.last?.hasPrefix("with --order free: crop: 0.") == true)
  }

  @Test func `a printed layout can be used again, and edited`() throws {
    for options in [
      ["--canvas", "300x200"], ["--layout", "rows"], ["--layout", "grid", "--pick", "1"],
    ] {
      let printed = try place.run(["make", "--dry-run"] + options + photos).output
      try place.folder.write(Array(printed.utf8), to: "layout.json")
      let again = try layout("--layout-file", "layout.json")
      let first = try Report.Layout(printed)
      #expect(again.layout == "file" && again.canvas == first.canvas)
      #expect(again.photos.map(\.frame) == first.photos.map(\.frame))
    }
    let edited = """
      {"down": [{"across": [{"photo": 1, "ratio": 1}, {"photo": 6, "ratio": 1}]},
                {"across": [{"photo": 2}, {"photo": 3}, {"photo": 4}, {"photo": 5}]}]}
      """
    let outcome = try place.run(
      [
        "make", "--dry-run", "--layout-file", "-", "--long-side", "400", "--gap", "0", "--margin",
        "0",
      ]
        + photos,
      input: .text(edited))
    let layout = try Report.Layout(outcome.output)
    #expect(max(layout.canvas.width, layout.canvas.height) == 400)
    #expect(layout.photos[0].frame.x == 0 && layout.photos[0].frame.y == 0)
    #expect(abs(layout.photos[0].cropped - 1.0 / 3) < 0.01)
    #expect(
      layout.photos[5].frame.y == 0 && layout.photos[5].frame.x == layout.photos[0].frame.width)
  }

  @Test func `a crop goes around the focus point, as far as the photo reaches`() throws {
    let crops = try [[], ["--focus", "1=.1,.5"], ["--focus", "1=0.6,0.5", "--focus", "2=.5,1"]].map
    { options in
      let outcome = try place.run(
        ["make", "--dry-run", "--layout", "grid", "--canvas", "40x20px"] + options
          + photos.prefix(2))
      return try Report.Layout(outcome.output).photos.map(\.crop)
    }
    #expect(crops.map { $0[0].x } == [10, 0, 16])
    #expect(crops.map { $0[0].width } == [40, 40, 40])
    #expect(crops.map { $0[1].y } == [10, 10, 20])
  }

  @Test func `a photo can be larger than the others, and stay whole`() throws {
    let plain = try layout("--long-side", "600")
    let heavy = try layout("--long-side", "600", "--weight", "3=8")
    func share(_ layout: Report.Layout) -> Double {
      let areas = layout.photos.map { Double($0.frame.width * $0.frame.height) }
      return areas[2] / areas.reduce(0, +)
    }
    #expect(share(heavy) > 1.3 * share(plain))
    for name in ["mosaic", "grid", "rows"] {
      let layout = try layout(
        "--layout", name, "--canvas", "500x200", "--keep-whole", "2", "--keep-whole", "3")
      #expect(layout.photos[1].cropped < 0.02 && layout.photos[2].cropped < 0.02, "\(name)")
      #expect(layout.photos.map(\.cropped).max()! > 0.01, "\(name)")
    }
  }

  @Test func `all photos are kept whole`() throws {
    let layout = try layout("--canvas", "500x200", "--keep-whole", "all")
    #expect(layout.photos.allSatisfy { $0.cropped < 0.02 })
    let fitted = try self.layout("--canvas", "500x200", "--fit", "whole")
    #expect(fitted.photos.map(\.frame) == layout.photos.map(\.frame))
  }

  @Test func `the first photo can be larger than the others, wherever it comes from`() throws {
    func frames(_ options: String...) throws -> [Report.Frame] {
      try layout(["--long-side", "600"] + options).photos.map(\.frame)
    }
    #expect(try frames("--lead", "4") == frames("--weight", "1=4"))
    #expect(try frames("--lead", "4", "--weight", "1=2") == frames("--weight", "1=2"))
    #expect(try frames("--lead", "4") != frames())
  }

  @Test func `captions of whole photos in one row of a grid line up`() throws {
    let options = [
      "--layout", "grid", "--canvas", "600x400", "--fit", "whole", "--captions", "name",
    ]
    let layout = try layout(options)
    let made = try place.run(["make", "-o", "out.png"] + options + photos)
    #expect(made.exitCode == 0, "\(made.error)")
    let picture = try place.picture("out.png")
    let next = layout.photos.suffix(3).map(\.frame.y).min() ?? 0
    for (row, end) in [(layout.photos.prefix(3), next), (layout.photos.suffix(3), 400)] {
      // The photos are in the middle of their cells.
      let middles = row.map { 2 * $0.frame.y + $0.frame.height }
      #expect(middles.max()! - middles.min()! <= 2, "\(middles)")
      let start = row.map { $0.frame.y + $0.frame.height }.max() ?? 0
      let captions = row.map { photo in
        (start..<end).filter { y in
          (photo.frame.x..<photo.frame.x + photo.frame.width).contains {
            picture[$0, y].green < 200
          }
        }
      }
      // Names have the same letters, apart from a digit.
      for caption in captions {
        #expect(caption.count > 3, "\(captions)")
        #expect(abs((caption.last ?? 0) - (captions[0].last ?? 0)) <= 1, "\(captions)")
        #expect(abs((caption.first ?? 0) - (captions[0].first ?? 0)) <= 1, "\(captions)")
      }
    }
  }

  @Test(arguments: [
    (
      "--focus", "<n=x,y|auto|centre>",
      "write it as 2=value for photo 2, all=value, auto or centre; the value must be auto, centre, "
        + "left, right, top, bottom or a point x,y, with x and y from 0 to 1",
      ["2", "2=", "0=.5,.5", "=.5,.5"]
    ),
    (
      "--focus", "<n=x,y|auto|centre>",
      "its value must be auto, centre, left, right, top, bottom or a point x,y, with x and y from 0 "
        + "to 1",
      ["2=1", "2=1.2,.5", "2=.5,.5,.5", "1,2=9"]
    ),
    (
      "--weight", "<n=times|equal|rating>",
      "write it as 2=value for photo 2, all=value, equal or rating; the value must be a number "
        + "from 0.01 to 100",
      ["1", "-1=2", "0=3", "2="]
    ),
    (
      "--weight", "<n=times|equal|rating>", "its value must be a number from 0.01 to 100",
      ["1=0", "1=big", "all=x", "4=-1"]
    ),
    (
      "--keep-whole", "<n|all>",
      "it must be the number of a photo, such as 2, several such as 1,3, a name, or all",
      ["0", "1,0"]
    ),
  ])
  func `options of photos that make no sense are refused`(
    _ option: String, _ name: String, _ requirement: String, _ values: [String]
  ) throws {
    for value in values {
      try place.expectNothingChanges(
        by: ["make", "\(option)=\(value)"] + photos,
        .failed(
          64,
          "The value '\(value)' is invalid for '\(option) \(name)': \(requirement); see 'collage make --help'"
        ))
    }
    try place.expectNothingChanges(
      by: ["make", "--keep-whole", "7"] + photos,
      .failed(64, "there is no photo 7 for --keep-whole; choose a number from 1 to 6"))
  }

  @Test(arguments: [("16:9", 320, 180), ("2:3", 213, 320), ("1:1", 320, 320)])
  func `a canvas may be a ratio with a long side`(ratio: String, width: Int, height: Int) throws {
    let outcome = try place.run(
      ["make", "--canvas", ratio, "--long-side", "320", "-o", "ratio.png"] + photos)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let header = try PhotoHeader(
      of: PhotoFile.open(place.folder.path(of: "ratio.png")), limits: DecodeLimits())
    #expect(header.size == PixelSize(width: width, height: height))
  }

  @Test func `a layout file that is wrong is reported`() throws {
    try place.folder.write(
      Array("{\"across\": [{\"photo\": 1}, {\"photo\": 0}]}".utf8), to: "odd.json")
    try place.expectNothingChanges(
      by: ["make", "--layout-file", "odd.json"] + photos,
      .failed(64, "odd.json: across[1].photo: must be a photo's number, from 1"))
    try place.folder.write(
      Array("{\"across\": [{\"photo\": 1}, {\"photo\": 2}]}".utf8), to: "two.json")
    try place.expectNothingChanges(
      by: ["make", "--layout-file", "two.json"] + photos,
      .failed(64, "the layout uses photos 1, 2, but 6 are given; it must use each photo once")
    )
    try place.expectNothingChanges(
      by: ["make", "--layout-file", "none.json"] + photos,
      .failed(66, "none.json: reading the layout failed: No such file or directory"))
    try place.expectNothingChanges(
      by: ["make", "--long-side", "30", "--canvas", "20x20px"] + photos,
      .failed(
        64,
        "--long-side works only with --canvas auto or a ratio; leave one of them out; see 'collage help long-side'"
      ))
  }

  @Test func `a photo of which hardly anything is shown is warned of, with its number`() throws {
    try place.folder.write(
      Picture.png(Picture.sample(1, PixelSize(width: 54, height: 800))), to: "tall.png")
    let outcome = try place.run("make", "tall.png", "0.png", "--layout", "grid", "-o", "out.png")
    #expect(outcome.exitCode == 0)
    // The cells get the shape of one of them.
    let number = outcome.error.hasPrefix("collage: tall.png") ? 1 : 2
    #expect(
      outcome.error.contains(": warning: only ")
        && outcome.error.contains("% of photo \(number) is shown"))
    #expect(
      try place.run("make", "0.png", "1.png", "--layout", "grid", "-o", "out.png").error == "")
  }

  @Test func `a weight that isn't reached is told, and what could still help`() throws {
    for (weight, size) in [("100", "times as large as the others"), ("0.01", "")] {
      let outcome = try place.run(
        "make", "0.png", "1.png", "--weight", "1=\(weight)", "--canvas", "400x300", "-o", "out.png",
        "--force")
      #expect(outcome.error.contains(size), "\(outcome)")
      #expect(
        outcome.error.hasSuffix(", not \(weight) times; another canvas may suit that better\n"),
        "\(outcome)")
    }
  }
}
