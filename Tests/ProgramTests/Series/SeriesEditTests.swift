import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What people make of a photo: it is the same photo, and the original is the best.
@Suite(.waiting) struct SeriesEditTests {
  private static let size = PixelSize(width: 640, height: 480)
  private let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("day")
  }

  /// A photo with what cameras write, and something that was made of it.
  private func write(
    _ view: Raster, _ edited: Raster, keepsTime: Bool, original: FilePath = "IMG_1.jpg",
    edit: FilePath = "copy.jpg"
  ) throws {
    let record = EXIFRecord.taken("2024:05:01 10:10:10")
    try place.folder.write(
      EXIFRecord.inserting(record, intoJPEG: Picture.jpeg(view, quality: 92)),
      to: FilePath("day").pushing(original))
    let bytes = Picture.jpeg(edited)
    try place.folder.write(
      keepsTime ? EXIFRecord.inserting(record, intoJPEG: bytes) : bytes,
      to: FilePath("day").pushing(edit))
  }

  private func expectOriginal(_ reason: String = "") throws {
    let outcome = try place.run("find", "--distinct", "--explain", "--in", "day")
    #expect(outcome.output == "day/IMG_1.jpg\n", "\(outcome)")
    #expect(outcome.error.contains(reason) || reason.isEmpty, "\(outcome)")
  }

  private static let crops = [
    PixelRect(x: 0, y: 60, width: 640, height: 360),
    PixelRect(x: 80, y: 0, width: 480, height: 480),
    PixelRect(x: 200, y: 0, width: 384, height: 480),
    PixelRect(x: 150, y: 60, width: 400, height: 400),
  ]

  @Test(arguments: crops, [true, false])
  func `a crop to another shape is the same photo`(_ area: PixelRect, _ keepsTime: Bool) throws {
    let view = Picture.sample(20, Self.size)
    try write(
      view, view.cropped(area), keepsTime: keepsTime, original: "IMG_1.jpg",
      edit: "IMG_1-edited.jpg")
    try expectOriginal()
  }

  @Test(arguments: 1..<8, [true, false])
  func `a turned or mirrored copy is the same photo`(_ way: Int, _ keepsTime: Bool) throws {
    let view = Picture.sample(7, Self.size)
    try write(view, view.turned(way), keepsTime: keepsTime)
    let outcome = try place.run("find", "--distinct", "--in", "day")
    #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test func `other views in other shapes and directions stay apart`() throws {
    for number in 0..<6 {
      let view = Picture.sample(number, Self.size)
      try place.folder.write(
        Picture.jpeg(view.cropped(Self.crops[number % 4]).turned(number)),
        to: FilePath("day/\(number).jpg"))
    }
    let outcome = try place.run("find", "--distinct", "--in", "day")
    #expect(outcome.output.split(separator: "\n").count == 6, "\(outcome)")
  }

  @Test(arguments: [true, false])
  func `a grey or toned copy never beats the original`(_ keepsTime: Bool) throws {
    let view = Picture.sample(1, Self.size).withBlueSky
    for tone in [(100, 100, 100), (100, 90, 70), (70, 90, 100)] {
      for smaller in [1, 2] {
        let toned = view.toned(red: tone.0, green: tone.1, blue: tone.2)
        // The copy comes first, so that nothing but its looks decides.
        try write(
          view, smaller == 1 ? toned : toned.reduced(by: 2), keepsTime: keepsTime,
          edit: "A_copy.jpg")
        try expectOriginal("rather than day/A_copy.jpg: in colour")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a framed copy never beats the original`(_ keepsTime: Bool) throws {
    let view = Picture.sample(3, Self.size)
    let frames: [(colour: Colour, width: Int, below: Int)] = [
      (.white, 24, 24), (.black, 12, 12), (.white, 20, 90), (.grey(90), 40, 40),
    ]
    for frame in frames {
      try write(
        view, view.framed(frame.colour, width: frame.width, below: frame.below),
        keepsTime: keepsTime, edit: "A_copy.jpg")
      try expectOriginal("rather than day/A_copy.jpg: without a frame")
    }
    // A passe-partout in a frame.
    try write(
      view, view.framed(.white, width: 40, below: 40).framed(.black, width: 12, below: 12),
      keepsTime: keepsTime, edit: "A_copy.jpg")
    try expectOriginal("rather than day/A_copy.jpg: without a frame")
  }
}

extension Raster {
  /// - Parameter way: one of eight, 0 for as it is: mirrored by the first bit, upside down by the
  ///   second, rows and columns exchanged by the third.
  fileprivate func turned(_ way: Int) -> Raster {
    let swaps = way & 4 != 0
    let target = swaps ? PixelSize(width: size.height, height: size.width) : size
    return Raster(size: target) { x, y in
      let (column, row) = swaps ? (y, x) : (x, y)
      return self[
        way & 1 != 0 ? size.width - 1 - column : column, way & 2 != 0 ? size.height - 1 - row : row]
    }
  }

  /// In one tone, of which a white pixel has these percentages.
  fileprivate func toned(red: Int, green: Int, blue: Int) -> Raster {
    Raster(size: size) { x, y in
      let colour = self[x, y]
      let luma = (54 * Int(colour.red) + 183 * Int(colour.green) + 19 * Int(colour.blue)) / 256
      return Colour(
        red: UInt8(luma * red / 100), green: UInt8(luma * green / 100),
        blue: UInt8(luma * blue / 100))
    }
  }

  /// With a sky whose blue is full.
  fileprivate var withBlueSky: Raster {
    Raster(size: size) { x, y in
      y < size.height / 3 ? Colour(red: 95, green: UInt8(150 + x / 16), blue: 255) : self[x, y]
    }
  }

  fileprivate func framed(_ colour: Colour, width: Int, below: Int) -> Raster {
    Raster(
      size: PixelSize(width: size.width + 2 * width, height: size.height + width + below)
    ) { x, y in
      let (column, row) = (x - width, y - width)
      return (0..<size.width).contains(column) && (0..<size.height).contains(row)
        ? self[column, row] : colour
    }
  }
}
