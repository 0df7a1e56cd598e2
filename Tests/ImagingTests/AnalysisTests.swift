import Imaging
import Testing

/// Measures of pictures.
struct AnalysisTests {
  /// A number generator of the textbooks, the same everywhere.
  private struct Noise {
    var state: UInt32
    mutating func byte() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  private static func noise(_ size: PixelSize, seed: UInt32) -> LumaPlane {
    var noise = Noise(state: seed)
    return LumaPlane(size: size, values: (0..<size.pixels).map { _ in noise.byte() })
  }

  /// Black squares on white.
  private static func squares(_ size: PixelSize, dark: UInt8 = 20, light: UInt8 = 220) -> LumaPlane
  {
    LumaPlane(
      size: size,
      values: (0..<size.pixels).map { place in
        (place % size.width / 16 + place / size.width / 16) % 2 == 0 ? light : dark
      })
  }

  /// Each value the mean of the five around it in its row, and then in its column.
  private static func blurred(_ plane: LumaPlane) -> LumaPlane {
    let (width, height) = (plane.size.width, plane.size.height)
    func mean(_ values: [UInt8], _ place: (Int) -> Int) -> UInt8 {
      UInt8((-2...2).reduce(0) { $0 + Int(values[place($1)]) } / 5)
    }
    let rows = (0..<plane.size.pixels).map { index in
      mean(plane.values) { index / width * width + min(max(index % width + $0, 0), width - 1) }
    }
    let values = (0..<plane.size.pixels).map { index in
      mean(rows) { min(max(index / width + $0, 0), height - 1) * width + index % width }
    }
    return LumaPlane(size: plane.size, values: values)
  }

  /// The mean of each target pixel's area, by a fraction for each pixel of the source.
  private static func mean(of plane: LumaPlane, at target: PixelSize) -> [UInt8] {
    func overlap(_ index: Int, _ count: Int, _ place: Int, _ length: Int) -> Int {
      max(min((index + 1) * length, (place + 1) * count) - max(index * length, place * count), 0)
    }
    return (0..<target.pixels).map { place in
      let (x, y) = (place % target.width, place / target.width)
      var sum = 0
      for row in 0..<plane.size.height {
        let weight = overlap(y, target.height, row, plane.size.height)
        for column in 0..<plane.size.width {
          sum +=
            weight * overlap(x, target.width, column, plane.size.width)
            * Int(plane.values[row * plane.size.width + column])
        }
      }
      return UInt8((sum + plane.size.pixels / 2) / plane.size.pixels)
    }
  }

  @Test(arguments: [
    (PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 2)),
    (PixelSize(width: 7, height: 5), PixelSize(width: 7, height: 5)),
    (PixelSize(width: 31, height: 20), PixelSize(width: 10, height: 7)),
    (PixelSize(width: 64, height: 48), PixelSize(width: 32, height: 24)),
    (PixelSize(width: 13, height: 40), PixelSize(width: 16, height: 9)),
  ])
  func `each value of a resized plane is the mean of its area`(_ from: PixelSize, _ to: PixelSize) {
    for seed: UInt32 in 1...3 {
      let plane = Self.noise(from, seed: seed)
      #expect(plane.resized(to: to).values == Self.mean(of: plane, at: to))
    }
    let white = LumaPlane(size: from, values: [UInt8](repeating: 255, count: from.pixels))
    #expect(white.resized(to: to).values.allSatisfy { $0 == 255 })
  }

  @Test func `edges are sharp if they rise at once, whatever their contrast`() throws {
    let size = PixelSize(width: 160, height: 128)
    let sharp = try #require(EdgeSharpness.perMille(of: Self.squares(size)))
    #expect(sharp > 900)
    #expect(EdgeSharpness.perMille(of: Self.squares(size, dark: 90, light: 120)) == sharp)
    let blurred = Self.blurred(Self.squares(size))
    let less = try #require(EdgeSharpness.perMille(of: blurred))
    #expect(less < sharp)
    #expect(
      EdgeSharpness.perMille(
        of: LumaPlane(size: size, values: Array(repeating: 9, count: size.pixels)))
        == 250)
  }

  @Test func `sharpness is that of an area alone`() throws {
    let size = PixelSize(width: 160, height: 128)
    let squares = Self.squares(size)
    // The right half is grey.
    let half = LumaPlane(
      size: size,
      values: squares.values.enumerated().map { $0.offset % 160 < 80 ? $0.element : 128 })
    let left = PixelRect(x: 0, y: 0, width: 80, height: 128)
    #expect(
      EdgeSharpness.perMille(of: half, in: left) == EdgeSharpness.perMille(of: squares, in: left))
    let right = PixelRect(x: 84, y: 0, width: 70, height: 128)
    #expect(EdgeSharpness.perMille(of: half, in: right) == 250)
    #expect(
      EdgeSharpness.perMille(of: half, in: PixelRect(x: 0, y: 0, width: 15, height: 99)) == nil)
    #expect(
      EdgeSharpness.perMille(of: half, in: PixelRect(x: 99, y: 0, width: 99, height: 99)) == nil)
  }

  @Test func `a few bright pixels are not the highlights`() {
    func highlight(_ bright: Int) -> Int {
      let raster = Raster(size: PixelSize(width: 200, height: 100)) { x, y in
        y * 200 + x < bright
          ? Colour(red: 240, green: 10, blue: 10) : Colour(red: 30, green: 90, blue: 60)
      }
      return Exposure(raster, LumaPlane(raster)).highlight
    }
    #expect(highlight(0) == 90)
    // That is 0.5 %.
    #expect(highlight(100) == 90)
    #expect(highlight(101) == 240)
  }

  @Test func `an enlarged grid shows the middle`() throws {
    let across = try #require(GreyGrid(values: (0..<64 * 64).map { UInt8($0 % 64 * 4) }))
    let down = try #require(GreyGrid(values: (0..<64 * 64).map { UInt8($0 / 64 * 4) }))
    for place in 0..<64 * 64 {
      func expected(_ cell: Int) -> Double { 4 * (31.5 + (Double(cell) - 31.5) * 25 / 27) }
      let (column, row) = (place % 64, place / 64)
      #expect(abs(Double(across.enlarged.values[place]) - expected(column)) <= 0.5)
      #expect(abs(Double(down.enlarged.values[place]) - expected(row)) <= 0.5)
    }
  }

  @Test func `a shifted view is found where it is`() {
    let wide = Self.noise(PixelSize(width: 12, height: 10), seed: 7)
      .resized(to: PixelSize(width: 72, height: 64))
    func view(from left: Int) -> GreyGrid {
      GreyGrid(
        LumaPlane(
          size: PixelSize(width: 64, height: 64),
          values: (0..<64 * 64).map { wide.values[$0 / 64 * 72 + $0 % 64 + left] }))
    }
    let (first, second) = (ViewSketch(view(from: 0)), ViewSketch(view(from: 4)))
    let same = first.match(with: first)
    #expect(same.similarity == 1 && same.x == 0 && same.y == 0)
    let shifted = first.match(with: second)
    #expect(shifted.x == 2 && shifted.y == 0 && shifted.similarity > 0.8, "\(shifted)")
    let details = ViewDetail(view(from: 0)).similarity(to: ViewDetail(view(from: 4)), at: shifted)
    #expect(details > 0.9)
    let other = GreyGrid(
      Self.noise(PixelSize(width: 12, height: 10), seed: 8)
        .resized(to: PixelSize(width: 64, height: 64)))
    #expect(first.match(with: ViewSketch(other)).similarity < 0.5)
  }
}
