import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Captions on photos.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct InsideCaptionTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 0)
    for name in ["0.png", "1.png"] {
      try place.folder.write(
        Picture.png(Picture.flat(.pureRed, PixelSize(width: 400, height: 200))),
        to: FilePath(name))
    }
  }

  private func picture(_ options: String...) throws -> Raster { try picture(options) }

  private func picture(_ options: [String]) throws -> Raster {
    let outcome = try place.run(
      [
        "make", "0.png", "1.png", "--layout", "strip", "--canvas", "400x200", "--text-size", "20",
        "-o", "out.png", "--force", "--quiet",
      ] + options)
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    return try place.picture("out.png")
  }

  private func inkedRows(_ picture: Raster, _ columns: Range<Int>, _ ink: Colour = .black) -> [Int]
  {
    (0..<picture.size.height).filter { y in columns.contains { picture[$0, y] == ink } }
  }

  @Test func `inside, captions are black or white by the ground`() throws {
    let navy = Colour(red: 0, green: 0, blue: 128)
    let sand = Colour(red: 230, green: 222, blue: 205)
    for (name, colour) in [("0.png", sand), ("1.png", navy)] {
      try place.folder.write(
        Picture.png(Picture.flat(colour, PixelSize(width: 400, height: 200))), to: FilePath(name))
    }
    let picture = try picture(
      "--caption", "1=HHH", "--caption", "2=HHH", "--caption-place", "inside", "--gap", "0",
      "--margin", "0")
    #expect(picture.size == PixelSize(width: 400, height: 200))
    // Both are readable as they are, so nothing is shaded.
    #expect(picture[1, 195] == sand && picture[201, 195] == navy && picture[200, 0] == navy)
    let left = inkedRows(picture, 0..<200)
    #expect(left.count > 10 && left == inkedRows(picture, 200..<400, .white))
    #expect(inkedRows(picture, 0..<200, .white).isEmpty)
    #expect(inkedRows(picture, 200..<400).isEmpty)
  }

  /// Grounds of which parts are too light for white text, and others too dark for black text.
  @Test(arguments: [
    [UInt8(0), 255], [4, 4, 4, 4, 4, 4, 250], [60, 180], [110, 150],
  ])
  func `inside, letters have contrast, and the ground keeps its texture`(levels: [UInt8]) throws {
    let size = PixelSize(width: 400, height: 200)
    try place.folder.write(
      Picture.png(
        Raster(size: size) { x, y in
          Colour.grey(levels[(x / 4 + 3 * (y / 4)) % levels.count])
        }), to: "0.png")
    let options = ["--gap", "0", "--margin", "0"]
    let plain = try picture(options)
    let lettered = try picture(
      options + ["--caption", "1=H H H", "--caption-place", "inside", "--text-size", "32"])
    let light = inked(.white, lettered, plain)
    let dark = inked(.black, lettered, plain)
    let ink: Colour = light.count > dark.count ? .white : .black
    let letters = Set(light.count > dark.count ? light : dark)
    try #require(letters.count > 40)
    let covered = around(letters, 2)
    let near = around(letters, 4).subtracting(covered)
    let luminances = near.map { lettered[$0 % 400, $0 / 400].luminance }.sorted()
    func contrast(_ other: Double) -> Double {
      (max(other, ink.luminance) + 0.05) / (min(other, ink.luminance) + 0.05)
    }
    let worst = ink == .white ? 0.95 : 0.05
    #expect(contrast(luminances.reduce(0, +) / Double(luminances.count)) >= 4.5)
    #expect(contrast(luminances[Int(worst * Double(luminances.count))]) >= 3)
    // Between the letters it is as rough as before, or nearly.
    let rows = Set(letters.map { $0 / 400 })
    var ground: [Int] = []
    for y in rows {
      for x in 0..<200 where !covered.contains(y * 400 + x) { ground.append(y * 400 + x) }
    }
    func roughness(_ picture: Raster) -> Double {
      let values = ground.map { Double(picture[$0 % 400, $0 / 400].green) }
      let mean = values.reduce(0, +) / Double(values.count)
      return values.map { abs($0 - mean) }.reduce(0, +) / Double(values.count)
    }
    #expect(roughness(lettered) >= 0.5 * roughness(plain))
  }

  /// Pixels of the left photo that have a colour only with its caption.
  private func inked(_ ink: Colour, _ picture: Raster, _ plain: Raster) -> [Int] {
    var pixels: [Int] = []
    for y in 100..<200 {
      for x in 0..<200 where picture[x, y] == ink {
        let change = abs(Int(plain[x, y].green) - Int(ink.green))
        if change > 40 { pixels.append(y * 400 + x) }
      }
    }
    return pixels
  }

  /// What is no farther from these pixels than so many others, across or down.
  private func around(_ pixels: Set<Int>, _ distance: Int) -> Set<Int> {
    var result: Set<Int> = []
    for pixel in pixels {
      let (x, y) = (pixel % 400, pixel / 400)
      for row in max(y - distance, 0)...min(y + distance, 199) {
        for column in max(x - distance, 0)...min(x + distance, 199) {
          result.insert(row * 400 + column)
        }
      }
    }
    return result
  }
}
