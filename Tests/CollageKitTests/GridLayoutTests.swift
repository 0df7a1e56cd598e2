import CollageKit
import PhotoCodecs
import Testing

@Suite struct GridLayoutTests {
  private func layout(_ count: Int, _ width: Int, _ height: Int) -> [PixelRect]? {
    var request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: count))
    request.options.style = .grid
    request.options.canvas = .pixels(PixelSize(width: width, height: height))
    return LayoutChoice(request)[0]?.frames
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  static let exact: [(count: Int, width: Int, height: Int, frames: [PixelRect])] = [
    (1, 2400, 1600, [rect(0, 0, 2400, 1600)]),
    (2, 2400, 1600, [rect(0, 0, 1200, 1600), rect(1200, 0, 1200, 1600)]),
    (3, 5, 3, [rect(0, 0, 3, 2), rect(3, 0, 2, 2), rect(0, 2, 3, 1)]),
    (4, 10, 6, [rect(0, 0, 5, 3), rect(5, 0, 5, 3), rect(0, 3, 5, 3), rect(5, 3, 5, 3)]),
    (
      5, 30, 20,
      [
        rect(0, 0, 10, 10), rect(10, 0, 10, 10), rect(20, 0, 10, 10), rect(0, 10, 10, 10),
        rect(10, 10, 10, 10),
      ]
    ),
    (
      6, 7, 2,
      [
        rect(0, 0, 2, 1), rect(2, 0, 3, 1), rect(5, 0, 2, 1), rect(0, 1, 2, 1), rect(2, 1, 3, 1),
        rect(5, 1, 2, 1),
      ]
    ),
  ]

  @Test(arguments: exact)
  func `the classic numbers of photos have their places`(
    count: Int, width: Int, height: Int, frames: [PixelRect]
  ) {
    #expect(layout(count, width, height) == frames)
  }

  @Test(arguments: [(1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3)])
  func `up to six photos stand in one row or two on every canvas`(count: Int, rows: Int, columns: Int) throws {
    for canvas in [(10_000, 7_001), (100, 10_000), (10_000, 100)] {
      let frames = try #require(layout(count, canvas.0, canvas.1))
      #expect(Set(frames.map(\.y)).count == rows)
      #expect(Set(frames.map(\.x)).count == min(columns, count))
    }
  }

  /// Photos of 3:2.
  @Test(arguments: [
    (7, 2400, 1600, 3, 3), (8, 2400, 1600, 3, 3), (8, 2400, 1200, 2, 4), (12, 2400, 1600, 3, 4), (25, 2400, 1600, 5, 5),
    (1000, 2400, 1600, 32, 32), (40, 2400, 1500, 6, 7), (12, 1000, 8000, 12, 1), (12, 18_000, 1000, 1, 12),
    (16, 3000, 500, 2, 8),
  ])
  func `more photos stand in as many rows as bring the frames nearest to their shape`(
    count: Int, width: Int, height: Int, rows: Int, columns: Int
  ) throws {
    let frames = try #require(layout(count, width, height))
    #expect(Set(frames.map(\.y)).count == rows)
    #expect(Set(frames.map(\.x)).count == columns)
  }

  @Test func `of two numbers of rows that do equally well the smaller counts`() throws {
    // Two rows of four make squares, which show two thirds of these photos; three rows of three make frames of 2:1, which
    // show three quarters, but one of nine is empty.
    var request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: 8))
    request.options.style = .grid
    request.options.canvas = .pixels(PixelSize(width: 400, height: 200))
    let frames = try #require(LayoutChoice(request)[0]?.frames)
    #expect(Set(frames.map(\.y)).count == 2)
  }

  @Test func `many photos on a canvas that is free make a contact sheet`() throws {
    var request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: 40))
    request.options.style = .grid
    for gap in [Length.zero, .percent(1)] {
      request.options.gap = gap
      let layout = try #require(LayoutChoice(request)[0])
      #expect(Set(layout.frames.map(\.y)).count == 6 && Set(layout.frames.map(\.x)).count == 7)
      #expect((1.5...2).contains(Double(layout.canvas.width) / Double(layout.canvas.height)))
      #expect(layout.frames.allSatisfy { abs(Double($0.width) / Double($0.height) - 1.5) < 0.02 })
    }
  }

  @Test(arguments: 1...12, [(2400, 1600), (2399, 1601), (101, 67), (97, 89), (13, 2), (12, 3), (6, 1000)])
  func `frames tile the canvas, row by row, without a seam or an overlap`(
    count: Int, canvas: (width: Int, height: Int)
  ) throws {
    let size = PixelSize(width: canvas.width, height: canvas.height)
    let frames = try #require(layout(count, size.width, size.height))
    #expect(frames.count == count)
    #expect(frames.allSatisfy { $0.isInside(size) })
    for (index, frame) in frames.enumerated().dropFirst() {
      let last = frames[index - 1]
      // To the right of the last one without a gap, or at the left of the next row.
      let isRight = frame.y == last.y && frame.x == last.x + last.width && frame.height == last.height
      let isBelow = frame.x == 0 && frame.y == last.y + last.height && last.x + last.width == size.width
      #expect(isRight || isBelow, "frame \(index)")
    }
    #expect(frames[0].x == 0 && frames[0].y == 0)
    let places = Set(frames.map(\.x)).count * Set(frames.map(\.y)).count
    let isFull = count < 3 || count == places
    let covered = frames.map(\.size.pixels).reduce(0, +)
    #expect((covered == size.pixels) == isFull)
    if let last = frames.last { #expect(last.y + last.height == size.height) }
    // Equal parts differ by a pixel at most.
    for sides in [frames.map(\.width), frames.map(\.height)] { #expect(sides.max()! - sides.min()! <= 1) }
  }

  @Test(arguments: [
    (1, 1, 1, true), (2, 1, 5, false), (2, 2, 1, true), (3, 2, 1, false), (3, 2, 2, true), (6, 2, 2, false),
    (6, 3, 2, true), (7, 3, 9, true), (7, 2, 3, false), (5, 0, 5, false), (1, 5, 0, false),
  ])
  func `a canvas that is too small for its photos has no layout`(
    count: Int, width: Int, height: Int, fits: Bool
  ) {
    #expect((layout(count, width, height) != nil) == fits)
  }

  @Test func `the largest canvas is laid out`() throws {
    let frames = try #require(layout(6, 1_000_000, 1_000_000))
    #expect(frames.map(\.size.pixels).reduce(0, +) == 1_000_000_000_000)
  }
}
