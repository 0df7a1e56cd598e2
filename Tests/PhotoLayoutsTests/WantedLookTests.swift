import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// What people who compared collages wanted, with the gap and the margin that a collage has by
/// default.
@Suite struct WantedLookTests {
  /// With the default gap and margin.
  private func layout(
    _ shapes: [PhotoShape], on canvas: Canvas = .auto, gap: Length = LayoutOptions().gap
  ) throws -> CollageLayout {
    let request = LayoutRequest(shapes) {
      $0.canvas = canvas
      $0.gap = gap
      $0.margin = gap
    }
    return try #require(LayoutChoice(request)[0])
  }

  private static let canvases = PixelSize.commonCanvases.map(Canvas.pixels)

  @Test(arguments: 2...20)
  func `equal photos are read from left to right and then down`(count: Int) throws {
    for ratio in PhotoShape.commonRatios {
      let shapes = Array(repeating: PhotoShape(ratio: ratio), count: count)
      for canvas in [.auto] + Self.canvases {
        #expect(try layout(shapes, on: canvas).inversions == 0, "\(ratio) on \(canvas)")
      }
    }
  }

  @Test func `photos of nearly equal shapes are read in order, too`() throws {
    var dice = Dice(60)
    for count in 2...12 {
      for canvas in [.auto] + Self.canvases {
        let shapes = (0..<count).map { _ in
          PhotoShape(ratio: 1.5 * .random(in: 0.96...1.04, using: &dice))
        }
        #expect(try layout(shapes, on: canvas).inversions == 0)
      }
    }
  }

  @Test func `equal photos are numbered in rows on every kind of canvas`() throws {
    let shapes = Array(repeating: PhotoShape(ratio: 1.5), count: 4)
    let frames = try layout(shapes).frames.map(\.bounds)
    #expect(frames[0].y == frames[1].y && frames[2].y == frames[3].y)
    #expect(frames[0].x == frames[2].x && frames[1].x == frames[3].x)
  }

  @Test(arguments: [(4, 5.3), (5, 5.3), (6, 5)])
  func `nine of ten forced canvases have sizes within five to one, and none a sliver`(
    count: Int, limit: Double
  ) throws {
    var dice = Dice(UInt64(600 + count))
    var ratios: [Double] = []
    for _ in 0..<60 {
      let shapes = PhotoShape.common(count, &dice)
      for canvas in Self.canvases {
        let layout = try layout(shapes, on: canvas)
        let areas = layout.frames.map { Double($0.size.pixels) }
        ratios.append(areas.max()! / areas.min()!)
        #expect(areas.min()! / Double(layout.canvas.pixels) > 0.055)
      }
    }
    ratios.sort()
    #expect(ratios[ratios.count * 9 / 10] < limit)
  }

  @Test func `an automatic canvas is no ribbon, and crops little`() throws {
    var dice = Dice(61)
    for count in 2...12 {
      for round in 0..<20 {
        let shapes =
          round < PhotoShape.commonRatios.count
          ? Array(repeating: PhotoShape(ratio: PhotoShape.commonRatios[round]), count: count)
          : PhotoShape.common(count, &dice)
        let layout = try layout(shapes)
        let ratio = Double(layout.canvas.width) / Double(layout.canvas.height)
        // An upright and a wide photo have no better place than side by side, which is 2.42:1.
        #expect((0.5...(count == 2 ? 2.43 : 2.31)).contains(ratio), "\(shapes.map(\.ratio))")
        #expect(layout.crops(of: shapes).max()! < 0.085)
      }
    }
  }

  @Test func `a gap does not turn a layout over`() throws {
    var dice = Dice(62)
    var turned = 0
    for round in 0..<60 {
      let shapes = PhotoShape.common(4 + round % 3, &dice)
      let canvas = Self.canvases[round % Self.canvases.count]
      let spreads = try [Length.zero, .percent(0.5), .percent(1)].map { gap in
        let areas = try layout(shapes, on: canvas, gap: gap).frames.map { Double($0.size.pixels) }
        return areas.max()! / areas.min()!
      }
      if spreads.max()! > 1.6 * spreads.min()! { turned += 1 }
    }
    #expect(turned <= 2)
  }

  @Test func `like photos stand in a grid, also if one of them shows a crowd`() throws {
    let ratios = [1.5, 1.51, 1.33, 1.5]
    for crowd in ratios.indices {
      var shapes = ratios.map { ratio in
        var shape = PhotoShape(PixelSize(width: 900, height: Int(900 / ratio)))
        shape.people = ShownPeople(
          count: 1, area: PixelSize(width: 1500, height: 3000), smallest: 3000)
        return shape
      }
      shapes[crowd].people = ShownPeople(
        count: 65, area: PixelSize(width: 9900, height: 8000), smallest: 800)
      let frames = try layout(shapes).frames.map(\.bounds)
      // Rows and columns; a pixel that rounding adds is none.
      func lines(_ places: [Int]) -> Int {
        let sorted = Set(places).sorted()
        return 1 + zip(sorted, sorted.dropFirst()).count { $1 - $0 > 1 }
      }
      let cells = lines(frames.map(\.x)) * lines(frames.map(\.y))
      #expect(cells == ratios.count, "\(crowd): \(frames)")
    }
  }

  @Test func `edges that nearly meet, meet`() throws {
    var dice = Dice(63)
    for round in 0..<90 {
      let shapes = PhotoShape.common(4 + round % 3, &dice)
      for canvas in Self.canvases {
        #expect(try layout(shapes, on: canvas).nearlyMeetingEdges == 0)
      }
    }
  }

  @Test func `on an automatic canvas hardly any edges nearly meet`() throws {
    var dice = Dice(64)
    let misses = try (0..<120).map { round in
      try layout(PhotoShape.common(3 + round % 6, &dice)).nearlyMeetingEdges
    }
    #expect(misses.count { $0 > 0 } <= 4)
  }

  @Test func `a canvas is as large as its photos are sharp on it`() throws {
    for (side, longSides) in [
      (4000, 2400...2400), (900, 1800...2400), (600, 1250...2000), (300, 1200...1200),
    ] {
      let shapes = [1.5, 0.75, 1, 1.5].map { ratio in
        PhotoShape(
          ratio > 1
            ? PixelSize(width: side, height: Int(Double(side) / ratio))
            : PixelSize(width: Int(Double(side) * ratio), height: side))
      }
      let layout = try layout(shapes)
      let enlargement = zip(shapes, layout.frames).map { $0.enlargement(in: $1) }.max()!
      let longest = max(layout.canvas.width, layout.canvas.height)
      #expect(longSides.contains(longest))
      // As large as it can be, but for rounding.
      #expect(enlargement < 1.51 || longest == 1200)
      #expect(enlargement > 1.48 || longest == 2400)
    }
  }
}
