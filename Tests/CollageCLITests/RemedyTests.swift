import CollageKit
import CollageTerminal
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SamplePictures
import SystemPackage
import TestSupport
import Testing

/// Remedies that the program utters are followed, and help.
@Suite(.waiting) struct RemedyTests {
  let place: Workplace
  private static let size = PixelSize(width: 480, height: 240)

  init() throws {
    place = try Workplace(photos: 4)
    let folder = place.folder
    try folder.makeFolder("album")
    try folder.makeFolder("trip")
    try folder.makeFolder("trip/rome")
    try folder.write(Workplace.photos[4], to: "trip/rome/5.jpg")
    try folder.write(Workplace.photos[5], to: "trip/rome/6.jpg")
    try folder.write(Workplace.photos[4], to: "album/5.jpg")
    try folder.write(Workplace.photos[5], to: "album/6.jpg")
    try folder.write(JPEGFile.progressive(scans: 30), to: "scans.jpg")
    let large = Picture.sampleJPEG(1, PixelSize(width: 320, height: 240))
    try folder.write(Array(large.prefix(large.count * 3 / 4)), to: "cut.jpg")
    try folder.write(large, to: "large.jpg")
    try folder.write(DrawnTemplate.pair.png(), to: "frame.png")
    try folder.write(Array("mine".utf8), to: "mine.jpg")
    try folder.write(Array(#"{"across": [{"photo": 1}, {"photo": 3}]}"#.utf8), to: "odd.json")
    try folder.write(Array(#"{"across": [{"photo": 1}, {"photo": 2}]}"#.utf8), to: "two.json")
    let everywhere = Region(x: 0.01, y: 0.01, width: 0.98, height: 0.98)
    let navy = Colour(red: 0, green: 0, blue: 128)
    for (name, size) in [
      ("wide", Self.size), ("tall", PixelSize(width: 240, height: 480)),
    ] {
      let plain = Picture.jpeg(Picture.flat(navy, size))
      try folder.write(plain, to: FilePath("\(name)-plain.jpg"))
      try folder.write(
        JPEGFile.declaring([everywhere], in: plain), to: FilePath("\(name)-face.jpg"))
    }
  }

  /// What the program advises where, and what follows it.
  struct Advice: Sendable, CustomTestStringConvertible {
    let remedy: Remedy
    /// Makes the program say it.
    let arguments: [String]
    /// The same with each of the ways that it names.
    let followed: [[String]]

    init(_ remedy: Remedy, _ arguments: String, _ followed: String...) {
      self.remedy = remedy
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.followed = followed.map { $0.split(separator: " ").map(String.init) }
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let tight = "--gap 0 --margin 0 --dry-run"
  private static let texts = "--title \(String(repeating: "Donaudampfschifffahrt", count: 9))"

  static let all = [
    Advice(.damagedPhoto, "make 1.jpg cut.jpg", "make 1.jpg cut.jpg --allow-damaged"),
    Advice(
      .tooManyPixels, "make 1.jpg 2.jpg --max-pixels 700",
      "make 1.jpg 2.jpg --max-pixels 7000"),
    Advice(
      .tooManyScans, "make 1.jpg scans.jpg --max-scans 29",
      "make 1.jpg scans.jpg --max-scans 30"),
    Advice(
      .picturesBelow(anyNumber: false), "make trip", "make trip --best 6",
      "make trip --recursive --all"),
    Advice(
      .cutFaces(2, .mosaic),
      "make --layout grid --canvas 200x400 \(tight) wide-plain.jpg wide-face.jpg tall-plain.jpg "
        + "tall-plain.jpg",
      "make --layout mosaic --canvas 200x400 \(tight) wide-plain.jpg wide-face.jpg tall-plain.jpg "
        + "tall-plain.jpg"),
    Advice(
      .cutFaces(2, .freeCanvas), "make --canvas 400x50 \(tight) wide-plain.jpg wide-face.jpg",
      "make --canvas auto \(tight) wide-plain.jpg wide-face.jpg"),
    Advice(
      .cutFaces(1, .mosaicOnFreeCanvas),
      "make --layout grid --canvas 800x50 \(tight) wide-face.jpg tall-face.jpg",
      "make --layout mosaic --canvas auto \(tight) wide-face.jpg tall-face.jpg"),
    Advice(
      .cutFaces(2, nil),
      "make --canvas 8x1in@50dpi \(tight) wide-plain.jpg wide-face.jpg",
      "make --canvas 8x1in@50dpi --keep-whole 2 \(tight) wide-plain.jpg wide-face.jpg",
      "make --canvas 8x2in@50dpi \(tight) wide-plain.jpg wide-face.jpg"),
    Advice(
      .cutFaces(2, nil),
      "pages --canvas 8x1in@50dpi --gap 0 --margin 0 wide-plain.jpg wide-face.jpg -o book.pdf",
      "pages --canvas 8x1in@50dpi --gap 0 --margin 0 wide-plain.jpg wide-face.jpg -o book.pdf "
        + "--keep-whole 2"),
    Advice(
      .cutFaces(1, .focus(nil)), "make --template frame.png wide-face.jpg tall-face.jpg --dry-run",
      "make --template frame.png wide-plain.jpg tall-plain.jpg --dry-run"),
    Advice(
      .canvasTooSmall, "make 1.jpg 2.jpg --canvas 1x1px",
      "make 1.jpg 2.jpg --canvas 90x60px"),
    Advice(
      .longSideTooSmall, "make 1.jpg 2.jpg --long-side 1", "make 1.jpg 2.jpg --long-side 90"),
    Advice(
      .canvasTooLarge, "make 1.jpg 2.jpg --canvas 65501x2px",
      "make 1.jpg 2.jpg --canvas 90x60px", "make 1.jpg 2.jpg --long-side 90"),
    Advice(
      .canvasNeedsMemory, "make 1.jpg 2.jpg --canvas 900x600px --memory 1M",
      "make 1.jpg 2.jpg --canvas 900x600px --memory 64M"),
    Advice(
      .templateShape, "make --template frame.png 1.jpg 2.jpg --canvas 3:2",
      "make --template frame.png 1.jpg 2.jpg",
      "make --template frame.png 1.jpg 2.jpg --long-side 240"),
    Advice(
      .otherPhotosInLayout, "make 1.jpg 2.jpg --layout-file odd.json",
      "make 1.jpg 2.jpg --layout-file two.json"),
    Advice(
      .noPaper, "make 1.jpg 2.jpg --bleed 3mm", "make 1.jpg 2.jpg --bleed 3mm --canvas A6@50dpi",
      "make 1.jpg 2.jpg --bleed 3mm --canvas 15x10cm@50dpi",
      "make 1.jpg 2.jpg --bleed 3mm --canvas 240x160px@50dpi"),
    Advice(
      .noSheet, "make 1.jpg 2.jpg --copies 2 --canvas 9x5cm@50dpi",
      "make 1.jpg 2.jpg --copies 2 --canvas 9x5cm@50dpi --sheet A4"),
    Advice(
      .noSheetNorPaper, "make 1.jpg 2.jpg --copies 2",
      "make 1.jpg 2.jpg --copies 2 --sheet A4 --canvas 10x15cm"),
    Advice(
      .sheetTooSmall, "make 1.jpg 2.jpg --canvas A3@50dpi --sheet A4",
      "make 1.jpg 2.jpg --canvas A3@50dpi --sheet A3",
      "make 1.jpg 2.jpg --canvas A5@50dpi --sheet A4"),
    Advice(
      .sheetMarginTooWide, "make 1.jpg 2.jpg --canvas A4@50dpi --sheet A4 --sheet-margin 3mm",
      "make 1.jpg 2.jpg --canvas A4@50dpi --sheet A4 --sheet-margin 0",
      "make 1.jpg 2.jpg --canvas A4@50dpi --sheet A3 --sheet-margin 3mm",
      "make 1.jpg 2.jpg --canvas A5@50dpi --sheet A4 --sheet-margin 3mm"),
    Advice(
      .sheetGapTooWide,
      "make 1.jpg 2.jpg --canvas 2x6in@50dpi --sheet 4x6in --sheet-gap 4mm --copies 2",
      "make 1.jpg 2.jpg --canvas 2x6in@50dpi --sheet 4x6in --sheet-gap 0 --copies 2"),
    Advice(
      .lossless, "make 1.jpg 2.jpg --lossless -o out.avif",
      "make 1.jpg 2.jpg --lossless -o out.png", "make 1.jpg 2.jpg -o out.png"),
    Advice(
      .transparency(byName: false), "make 1.jpg 2.jpg --background transparent --format jpeg",
      "make 1.jpg 2.jpg --background transparent --format png",
      "make 1.jpg 2.jpg --background navy --format jpeg"),
    Advice(
      .transparency(byName: true), "make 1.jpg 2.jpg --background transparent -o out.jpg",
      "make 1.jpg 2.jpg --background transparent -o out.png",
      "make 1.jpg 2.jpg --background navy -o out.jpg"),
    Advice(
      .foreignOutput, "make 1.jpg 2.jpg -o mine.jpg", "make 1.jpg 2.jpg -o other.jpg",
      "make 1.jpg 2.jpg -o mine.jpg --force"),
  ]

  /// Remedies that text needs, or pictures that only the libraries can decode.
  static let ofTexts = [
    Advice(
      .cutText, "make 1.jpg 2.jpg --canvas 320x240px -o out.png --force --text-size 20 \(texts)",
      "make 1.jpg 2.jpg --canvas 320x240px -o out.png --force --text-size 20 --title Donau",
      "make 1.jpg 2.jpg --canvas 320x240px -o out.png --force --text-size 9 \(texts)"),
    Advice(
      .coveredFaces,
      "make wide-plain.jpg wide-face.jpg --caption 2=HHH --caption-place inside -o out.png --force",
      "make wide-plain.jpg wide-face.jpg --caption 2=HHH --caption-place below -o out.png --force"),
  ]

  private func follow(_ advice: Advice) throws {
    let sentence = Remedies.commandLine(advice.remedy)
    let told = try place.run(advice.arguments)
    #expect(told.error.contains(sentence), "\(told)")
    for arguments in advice.followed {
      let outcome = try place.run(arguments)
      #expect(outcome.exitCode == 0, "\(arguments): \(outcome)")
      #expect(!outcome.error.contains(sentence), "\(arguments): \(outcome)")
    }
  }

  @Test(arguments: all) func `what is advised can be done, and helps`(_ advice: Advice) throws {
    try follow(advice)
  }

  @Test(
    .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"), arguments: ofTexts)
  func `what is advised for text can be done, and helps`(_ advice: Advice) throws {
    try follow(advice)
  }

  /// The tests in which the program says remedies that need more than arguments.
  private static let elsewhere: [String: String] = [
    "photoNeedsMemory": "BombTests", "missingPhoto": "RemakeTests",
    "unturnedPhoto": "TurnTests", "outsideSafeZone": "BleedTests",
    "facesOutsideSafeZone": "BleedTests", "layoutNeedsMemory": "NumberTests",
    "hdrNeedsMemory": "HDRTests", "hdrTooLarge": "ContainerMemoryTests",
    "foreignAsset": "OverwriteTests", "noLibrary": "LibraryPlaceTests",
  ]

  /// Those that tests below follow.
  private static let below = ["folderOfPhotos", "onlyCollages"]

  @Test func `a folder in a manifest is told how to name its photos`() throws {
    try place.folder.write(Array(#"{"photos": ["album"]}"#.utf8), to: "jobs.jsonl")
    let told = try place.run("batch", "jobs.jsonl", "--quiet")
    let sentence = Remedies.manifest(.folderOfPhotos)
    #expect(told.output.contains("this is a folder with 2 photos; \(sentence)"), "\(told)")
    try place.folder.write(
      Array(#"{"photos": ["album/5.jpg", "album/6.jpg"]}"#.utf8), to: "named.jsonl")
    #expect(try place.run("batch", "named.jsonl", "--quiet").exitCode == 0)
  }

  @Test func `a folder of collages is taken with --collages, or another one is`() throws {
    try place.folder.makeFolder("made")
    for name in ["made/a.jpg", "made/b.jpg"] {
      #expect(try place.run("make", "1.jpg", "2.jpg", "-o", name).exitCode == 0)
    }
    let told = try place.run("make", "made")
    #expect(told.error.contains(Remedies.commandLine(.onlyCollages)), "\(told)")
    #expect(try place.run("make", "made", "--collages").exitCode == 0)
    #expect(try place.run("make", "album").exitCode == 0)
  }

  /// The name of a remedy; a new one doesn't compile until it is put here.
  private static func name(_ remedy: Remedy) -> String {
    switch remedy {
    case .damagedPhoto, .tooManyPixels, .tooManyScans, .photoNeedsMemory, .missingPhoto,
      .folderOfPhotos, .cutText, .coveredFaces, .outsideSafeZone, .facesOutsideSafeZone,
      .canvasTooSmall, .longSideTooSmall, .canvasTooLarge, .canvasNeedsMemory,
      .layoutNeedsMemory, .hdrNeedsMemory, .hdrTooLarge, .templateShape, .otherPhotosInLayout,
      .noPaper, .noSheet, .noSheetNorPaper, .sheetTooSmall, .sheetMarginTooWide,
      .sheetGapTooWide, .lossless, .foreignOutput, .foreignAsset, .noLibrary,
      .onlyCollages:
      "\(remedy)"
    case .picturesBelow: "picturesBelow"
    case .transparency: "transparency"
    case .unturnedPhoto: "unturnedPhoto"
    case .cutFaces: "cutFaces"
    }
  }

  @Test func `every remedy is said in a test`() {
    let here = Set((Self.all + Self.ofTexts).map { Self.name($0.remedy) })
    #expect(here.isDisjoint(with: Self.elsewhere.keys))
    #expect(here.count + Self.below.count + Self.elsewhere.count == 34)
  }

  @Test func `a point for a face that is cut is told where there is one, and shows it`() throws {
    let navy = Colour(red: 0, green: 0, blue: 128)
    let areas = [
      Region(x: 0.02, y: 0.2, width: 0.2, height: 0.5),
      Region(x: 0.86, y: 0.3, width: 0.12, height: 0.3),
    ]
    try place.folder.write(
      JPEGFile.declaring(areas, in: Picture.jpeg(Picture.flat(navy, Self.size))), to: "two.jpg")
    let make = [
      "make", "wide-plain.jpg", "two.jpg", "--cells", "2x1", "--canvas", "4x2in@120dpi", "--gap",
      "0",
      "--margin", "0", "--dry-run",
    ]
    let told = try place.run(make)
    #expect(
      told.error
        == "collage: two.jpg: warning: a face is cut; use --keep-whole 2, --focus 2=0.92,0.45 for this "
        + "face, or another --canvas\n")
    let followed = try place.run(make + ["--focus", "2=0.92,0.45"])
    #expect(followed.exitCode == 0 && followed.error == "", "\(followed)")
    let photo = try #require(Report.Layout(followed.output).photos.last)
    #expect(photo.crop.x <= 0.86 * 480 && photo.crop.x + photo.crop.width >= 0.98 * 480)
    let whole = try place.run(make + ["--keep-whole", "2"])
    #expect(whole.exitCode == 0 && whole.error == "", "\(whole)")
  }

  @Test func `a batch says where its collages go`() throws {
    try place.folder.write(#"{"photos": ["album/5.jpg", "album/6.jpg"]}"#.utf8, to: "jobs.jsonl")
    try place.expectNothingChanges(
      by: ["batch", "jobs.jsonl", "-o", "out"],
      .failed(
        64,
        "-o works only with --from-folders; give a manifest's lines an \"output\" instead, or use "
          + "--library; results are printed on standard output; see 'collage batch --help'"))
    try place.expectNothingChanges(
      by: ["batch", "--from-folders", "album", "-o", "out.jpg"],
      .failed(
        64,
        "out.jpg is a picture's name, but each folder gets a collage; name a folder for them, such "
          + "as -o out; see 'collage batch --help'"))
    let named = try place.run("batch", "--from-folders", "album", "-o", "out")
    #expect(named.exitCode == 0, "\(named)")
    let followed = try place.run("batch", "--from-folders", "album", "--library", "lib")
    #expect(followed.exitCode == 0, "\(followed)")
    let books = try place.run("batch", "--from-folders", "album", "--books", "books")
    #expect(books.exitCode == 0, "\(books)")
  }
}
