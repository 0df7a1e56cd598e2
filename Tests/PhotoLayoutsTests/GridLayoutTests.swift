import Imaging
import Testing

@testable import PhotoLayouts

@Suite struct GridLayoutTests {
  private func layout(_ count: Int, _ width: Int, _ height: Int) -> [PixelRect]? {
    let request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: count)) {
      $0.style = .grid
      $0.canvas = .pixels(PixelSize(width: width, height: height))
    }
    return LayoutChoice(request)[0]?.frames.map(\.bounds)
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  static let exact: [(count: Int, width: Int, height: Int, frames: [PixelRect])] = [
    (1, 2400, 1600, [rect(0, 0, 2400, 1600)]),
    (2, 2400, 1600, [rect(0, 0, 1200, 1600), rect(1200, 0, 1200, 1600)]),
    (3, 5, 3, [rect(0, 0, 3, 2), rect(3, 0, 2, 2), rect(1, 2, 3, 1)]),
    (4, 10, 6, [rect(0, 0, 5, 3), rect(5, 0, 5, 3), rect(0, 3, 5, 3), rect(5, 3, 5, 3)]),
    (
      5, 30, 20,
      [
        rect(0, 0, 10, 10), rect(10, 0, 10, 10), rect(20, 0, 10, 10), rect(0, 10, 15, 10),
        rect(15, 10, 15, 10),
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

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2)])
  func `up to six photos stand in one row or two on a canvas that is free`(
    count: Int, rows: Int
  ) throws {
    for ratio in PhotoShape.commonRatios {
      let request = LayoutRequest(Array(repeating: PhotoShape(ratio: ratio), count: count)) {
        $0.style = .grid
      }
      let layout = try #require(LayoutChoice(request)[0])
      #expect(Self.rows(layout.frames.map(\.bounds)).count == rows)
    }
  }

  @Test(arguments: 2...8)
  func `on a given canvas no other number of rows crops a point less`(count: Int) throws {
    for canvas in PixelSize.commonCanvases {
      for ratio in PhotoShape.commonRatios {
        let shapes = Array(repeating: PhotoShape(ratio: ratio), count: count)
        let request = LayoutRequest(shapes) {
          $0.style = .grid
          $0.canvas = .pixels(canvas)
        }
        let layout = try #require(LayoutChoice(request)[0])
        let crop = layout.crops(of: shapes).reduce(0, +) / Double(count)
        for rows in 1...count {
          let crops = (0..<rows).flatMap { row -> [Double] in
            let inRow = count / rows + (row < count % rows ? 1 : 0)
            let cell =
              Double(canvas.width) / Double(inRow) / (Double(canvas.height) / Double(rows))
            return Array(repeating: 1 - min(cell / ratio, ratio / cell), count: inRow)
          }
          #expect(crop <= crops.reduce(0, +) / Double(count) + 0.01, "\(ratio) on \(canvas)")
        }
      }
    }
  }

  /// Photos of 3:2.
  @Test(arguments: [
    (7, 2400, 1600, 3, 3), (8, 2400, 1600, 3, 3), (8, 2400, 1200, 2, 4), (12, 2400, 1600, 3, 4),
    (25, 2400, 1600, 5, 5),
    (1000, 2400, 1600, 32, 32), (40, 2400, 1500, 6, 7), (12, 1000, 8000, 12, 1),
    (12, 18_000, 1000, 1, 12),
    (16, 3000, 500, 2, 8),
  ])
  func `more photos stand in as many rows as bring the frames nearest to their shape`(
    count: Int, width: Int, height: Int, rows: Int, columns: Int
  ) throws {
    let frames = try #require(layout(count, width, height))
    #expect(Self.rows(frames).count == rows)
    #expect(Self.rows(frames)[0].count == columns)
  }

  @Test func `of two numbers of rows that do equally well the smaller counts`() throws {
    // Two rows of four make squares, which show two thirds of these photos; so do three rows of
    // unlike length.
    let request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: 8)) {
      $0.style = .grid
      $0.canvas = .pixels(PixelSize(width: 400, height: 200))
    }
    let frames = try #require(LayoutChoice(request)[0]?.frames.map(\.bounds))
    #expect(Set(frames.map(\.y)).count == 2)
  }

  @Test func `many photos on a canvas that is free make a contact sheet`() throws {
    for gap in [Length.zero, .percent(1)] {
      let request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: 40)) {
        $0.style = .grid
        $0.gap = gap
      }
      let layout = try #require(LayoutChoice(request)[0])
      let frames = layout.frames.map(\.bounds)
      #expect(Set(frames.map(\.y)).count == 5 && Set(frames.map(\.x)).count == 8)
      #expect((2.3...2.5).contains(Double(layout.canvas.width) / Double(layout.canvas.height)))
      #expect(frames.allSatisfy { abs(Double($0.width) / Double($0.height) - 1.5) < 0.02 })
    }
  }

  @Test(
    arguments: 1...12,
    [(2400, 1600), (2399, 1601), (101, 67), (97, 89), (13, 2), (12, 3), (6, 1000)])
  func `frames tile the canvas, row by row, without a seam or an overlap`(
    count: Int, canvas: (width: Int, height: Int)
  ) throws {
    let size = PixelSize(width: canvas.width, height: canvas.height)
    let frames = try #require(layout(count, size.width, size.height))
    #expect(frames.count == count)
    #expect(frames.allSatisfy { $0.isInside(size) })
    let rows = Self.rows(frames)
    var top = 0
    for row in rows {
      #expect(row.allSatisfy { $0.y == top && $0.height == row[0].height })
      for (left, right) in zip(row, row.dropFirst()) { #expect(right.x == left.x + left.width) }
      let (before, after) = (row[0].x, size.width - row[row.count - 1].x - row[row.count - 1].width)
      let isCentred = row.count == 1 && rows[0].count > 1
      #expect(isCentred ? abs(before - after) <= 1 : before == 0 && after == 0)
      #expect(row.map(\.width).max()! - row.map(\.width).min()! <= 1)
      top += row[0].height
    }
    #expect(top == size.height)
    #expect(frames.map(\.height).max()! - frames.map(\.height).min()! <= 1)
    // No row is more than one photo shorter than the first.
    #expect(rows.allSatisfy { (rows[0].count - 1...rows[0].count).contains($0.count) })
  }

  private static func rows(_ frames: [PixelRect]) -> [[PixelRect]] {
    Dictionary(grouping: frames, by: \.y).sorted { $0.key < $1.key }.map(\.value)
  }

  /// How much of the canvas was empty before rows were made as equal as can be: 11, 17, 12.5, 10, 7
  /// and 5 percent.
  @Test(arguments: [
    (8, [4, 4]), (10, [4, 3, 3]), (14, [4, 4, 3, 3]), (18, [6, 6, 6]), (28, [7, 7, 7, 7]),
    (40, [8, 8, 8, 8, 8]), (7, [3, 2, 2]), (11, [4, 4, 3]), (13, [5, 4, 4]),
  ])
  func `a grid on a canvas of its own has no hole`(count: Int, rows: [Int]) throws {
    let request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1.5), count: count)) {
      $0.style = .grid
    }
    let layout = try #require(LayoutChoice(request)[0])
    #expect(layout.emptyShare == 0)
    #expect(Self.rows(layout.frames.map(\.bounds)).map(\.count) == rows)
    #expect(layout.tree != nil)
  }

  @Test(arguments: [
    (1, 1, 1, true), (2, 1, 5, false), (2, 2, 1, true), (3, 2, 1, false), (3, 2, 2, true),
    (6, 2, 2, false),
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
