import Imaging
import Testing

@testable import PhotoLayouts

@Suite struct GridCellsTests {
  private func request(
    _ ratios: [Double], _ cells: GridCells?,
    canvas: Canvas = .pixels(PixelSize(width: 600, height: 900))
  ) -> LayoutRequest {
    LayoutRequest(ratios.map { PhotoShape(ratio: $0, cropTolerance: 0) }) {
      $0.style = .grid
      $0.canvas = canvas
      $0.cells = cells
      $0.fit = .whole
    }
  }

  @Test(
    arguments: [
      ("5x6", 5, 6), ("1X100", 1, 100), ("0x3", nil, 0), ("101x1", nil, 0), ("5", nil, 0),
      ("5x", nil, 0), ("+5x6", nil, 0), ("5x6x7", nil, 0), ("", nil, 0),
    ] as [(String, Int?, Int)])
  func `columns and rows are read`(text: String, columns: Int?, rows: Int) {
    let cells = GridCells(text)
    #expect(cells?.columns == columns)
    if let cells { #expect(cells.rows == rows && cells.text == text.lowercased()) }
  }

  @Test func `photos lie in the same cells, however many there are`() throws {
    let cells = try #require(GridCells("3x4"))
    let whole = try #require(
      LayoutChoice(request(Array(repeating: 1, count: 12), cells))[0]?.frames)
    for count in 1...12 {
      let frames = try #require(
        LayoutChoice(request(Array(repeating: 1, count: count), cells))[0]?.frames)
      #expect(frames == Array(whole.prefix(count)))
    }
    // More photos than cells get more rows.
    let more = try #require(
      LayoutChoice(request(Array(repeating: 1, count: 14), cells))[0]?.frames)
    #expect(Set(more.map(\.bounds.y)).count == 5)
  }

  @Test func `a free canvas has room for all cells`() throws {
    let cells = try #require(GridCells("4x2"))
    let layout = try #require(
      LayoutChoice(request(Array(repeating: 1.5, count: 3), cells, canvas: .auto))[0])
    #expect(layout.frames.allSatisfy { $0.bounds.y < layout.canvas.height / 2 })
    #expect(layout.frames[2].bounds.x + layout.frames[2].bounds.width < layout.canvas.width * 4 / 5)
  }

  @Test(arguments: [(1.5, 12), (1, 8), (0.75, 6), (3, 12), (0.2, 6)])
  func `there are as many rows as cells of the photos' shape have room for`(
    ratio: Double, rows: Int
  ) throws {
    // Five cells of 120 pixels beside each other. They may become 8 % flatter than the photos: one
    // row more would make them much flatter.
    let ratios = Array(repeating: ratio, count: 9) + [0.5, 2.5]
    let cells = GridCells.filling(columns: 5, ratios: ratios) { cells in
      request([1], cells)
    }
    #expect(cells?.columns == 5 && cells?.rows == rows, "\(String(describing: cells))")
  }

  @Test func `a canvas without room for a row has no cells`() {
    let cells = GridCells.filling(columns: 100, ratios: [1]) { cells in
      request([1], cells, canvas: .pixels(PixelSize(width: 60, height: 90)))
    }
    #expect(cells == nil)
  }

  @Test func `lines in the margins take their place from the photos`() throws {
    func frames(_ change: (inout LayoutRequest) -> Void) throws -> [PixelRect] {
      // Photos that are cropped fill their cells.
      var request = LayoutRequest(Array(repeating: PhotoShape(ratio: 1), count: 4)) {
        $0.style = .grid
        $0.canvas = .pixels(PixelSize(width: 600, height: 900))
        $0.margin = .pixels(10)
      }
      change(&request)
      return try #require(LayoutChoice(request)[0]).frames.map(\.bounds)
    }
    let line = MarginLines(hasHeader: true, hasFooter: false, size: .pixels(20))
    let plain = try frames { _ in }
    let below = try frames { $0.marginLines = line }
    #expect(plain.map(\.y).min() == 10 && below.map(\.y).min() == 60)
    let both = try frames {
      $0.marginLines = MarginLines(hasHeader: true, hasFooter: true, size: .pixels(20))
    }
    #expect(both.map { $0.y + $0.height }.max()! <= 840)
    // A margin that is wide enough stays as it is.
    let wide = try frames {
      $0.marginLines = line
      $0.options.margin = .pixels(70)
    }
    #expect(wide.map(\.y).min() == 70)
    // The line, of 37 pixels, has room in the safe zone, for which a third of the side is too much.
    for (inset, top) in [(20, 60), (50, 87), (190, 200)] {
      let safe = try frames {
        $0.marginLines = line
        $0.safeInset = inset
      }
      #expect(safe.map(\.y).min() == top)
    }
  }
}
