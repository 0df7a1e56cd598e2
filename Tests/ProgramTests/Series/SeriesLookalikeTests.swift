import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that are composed alike, but show something else.
@Suite(.waiting) struct SeriesLookalikeTests {
  private let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("day")
  }

  private func distinct() throws -> [Substring] {
    let outcome = try place.run("find", "--distinct", "--in", "day")
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty, "\(outcome)")
    return outcome.output.split(separator: "\n")
  }

  /// - Parameter second: when it was taken; nil for a photo that doesn't say.
  private func write(_ raster: Raster, _ name: String, second: Int? = nil, quality: Int = 90) throws
  {
    var bytes = Picture.jpeg(raster, quality: quality)
    if let second {
      let digits = (second < 10 ? "0" : "") + String(second)
      bytes = EXIFRecord.inserting(EXIFRecord.taken("2024:05:01 10:10:\(digits)"), intoJPEG: bytes)
    }
    try place.folder.write(bytes, to: FilePath("day").pushing(FilePath(name)))
  }

  @Test(arguments: [true, false])
  func `pages of text are different photos, copies of a page the same`(_ isDated: Bool) throws {
    for number in 0..<6 {
      let page = Raster.page(number)
      try write(page, "\(number).jpg", second: isDated ? 9 * number : nil)
      if number < 2 { try write(page.reduced(by: 2), "\(number)-small.jpg", quality: 75) }
    }
    #expect(try distinct() == (0..<6).map { "day/\($0).jpg" })
  }

  @Test func `screenshots of the same app are different photos`() throws {
    for number in 0..<6 {
      try place.folder.write(
        Picture.png(.screenshot(number)), to: FilePath("day/\(number).png"))
    }
    #expect(try distinct() == (0..<6).map { "day/\($0).png" })
  }

  /// Photographs in which one face is large.
  private static let portraits = [
    ("63246701.jpg", Region(x: 0.2708, y: 0.1947, width: 0.3151, height: 0.2889)),
    ("64953085.jpg", Region(x: 0.2133, y: 0.2654, width: 0.5037, height: 0.3337)),
    ("2008_002506.jpg", Region(x: 0.439, y: 0.2579, width: 0.1912, height: 0.255)),
    ("2008_002506.jpg", Region(x: 0.22, y: 0.1892, width: 0.189, height: 0.252)),
    ("2008_002506.jpg", Region(x: 0.6904, y: 0.2619, width: 0.1928, height: 0.2571)),
  ]

  /// Somebody in dark clothes before a wall.
  ///
  /// - Parameters:
  ///   - number: of the portrait.
  ///   - step: by how many pixels the head is to the right.
  private static func guest(_ number: Int, step: Int = 0) throws -> Raster {
    let (name, area) = portraits[number]
    let photo = try Raster.decoded(FilePath(Corpus.face(name)))
    return .beforeWall(
      photo.face(area.scaled(across: Double(photo.size.width), down: Double(photo.size.height))),
      x: 240 + step, y: 110)
  }

  private static let comment = Comment(
    rawValue: "there is no folder ../shared/corpus-faces beside the repository")

  @Test(.enabled(if: Corpus.hasFaces, comment), arguments: [true, false])
  func `other people before the same wall are other photos`(_ isDated: Bool) throws {
    for number in Self.portraits.indices {
      try write(Self.guest(number), "\(number).jpg", second: isDated ? 11 * number : nil)
    }
    #expect(try distinct().count == Self.portraits.count)
  }

  @Test(.enabled(if: Corpus.hasFaces, comment), arguments: [true, false])
  func `a burst of one person before a wall is one photo`(_ isDated: Bool) throws {
    for number in 0..<4 {
      let photo = try Self.guest(0, step: 5 * number).exposed(percent: 92 + 4 * number)
      try write(photo, "\(number).jpg", second: isDated ? 4 * number : nil)
    }
    #expect(try distinct().count == 1)
  }
}

extension Raster {
  /// White paper with lines of what looks like words from afar, always at the same places.
  fileprivate static func page(_ number: Int) -> Raster {
    var numbers = Numbers(seed: UInt64(number) + 1)
    let size = PixelSize(width: 620, height: 876)
    var ink = Set<Int>()
    for line in 0..<40 {
      var x = 60
      while x < 540 {
        let end = min(x + 12 + numbers.next(below: 50), 560)
        while x < end {
          let height = 5 + numbers.next(below: 5)
          for row in 0..<height { ink.insert((70 + 19 * line + 9 - row) * size.width + x) }
          if numbers.next(below: 3) == 0 { ink.insert((70 + 19 * line + 5) * size.width + x + 1) }
          x += 3
        }
        x += 7
      }
    }
    return Raster(size: size) { x, y in ink.contains(y * size.width + x) ? .grey(20) : .white }
  }

  /// A list in an app: the same bar and icons, with other words.
  fileprivate static func screenshot(_ number: Int) -> Raster {
    var numbers = Numbers(seed: UInt64(number) + 1)
    let size = PixelSize(width: 360, height: 640)
    var ink = Set<Int>()
    for line in 0..<10 {
      for words in 0..<2 {
        var x = 80
        let last = 150 + numbers.next(below: 180)
        while x < last {
          let end = x + 10 + numbers.next(below: 40)
          while x < end {
            for row in 0..<(4 + numbers.next(below: 5)) {
              ink.insert((90 + 52 * line + 18 * words - row) * size.width + x)
            }
            x += 2
          }
          x += 6
        }
      }
    }
    return Raster(size: size) { x, y in
      if y < 50 { return Colour(red: 7, green: 94, blue: 84) }
      let (across, down) = (x - 40, (y - 60) % 52 - 24)
      if across * across + down * down < 324 { return .grey(150) }
      return ink.contains(y * size.width + x) ? .grey(20) : .grey(250)
    }
  }

  /// A face with some of what is around it, 150 pixels wide.
  ///
  /// - Parameter face: in pixels.
  fileprivate func face(_ face: Region) -> Raster {
    let side = 1.7 * max(face.width, face.height)
    let (left, top) = (face.x + face.width / 2 - side / 2, face.y + face.height / 2 - side / 2)
    return Raster(size: PixelSize(width: 150, height: 150)) { x, y in
      let column = Int(left + side * (Double(x) + 0.5) / 150)
      let row = Int(top + side * (Double(y) + 0.5) / 150)
      return self[min(max(column, 0), size.width - 1), min(max(row, 0), size.height - 1)]
    }
  }

  /// A head in an oval, and clothes, before a wall of bricks.
  fileprivate static func beforeWall(_ head: Raster, x: Int, y: Int) -> Raster {
    Raster(size: PixelSize(width: 480, height: 360)) { column, row in
      let (across, down) = (column - x, row - y)
      if across * across * 100 + down * down * 70 < 57 * 57 * 100 {
        return head[across + 75, min(max(down + 75, 0), 149)]
      }
      if down > 40, abs(across) < 110, abs(across) < 40 + down { return .grey(50) }
      let isGap = row % 24 < 3 || (column + row / 24 % 2 * 20) % 40 < 3
      let shade = UInt8((column / 40 * 7 + row / 24 * 13) % 40)
      return isGap
        ? Colour(red: 200, green: 190, blue: 180)
        : Colour(red: 150 + shade, green: 80 + shade / 2, blue: 60 + shade / 2)
    }
  }
}
