import Imaging
import TerminalPictures
import Testing

@Suite struct PicturePlacementTests {
  private static let canvas = PixelSize(width: 2400, height: 1600)

  private func placement(
    of canvas: PixelSize = canvas, _ mode: PictureMode, columns: Int = 80, rows: Int = 14,
    cell: PixelSize? = nil
  ) -> PicturePlacement? {
    PicturePlacement(
      of: canvas, mode: mode, windowColumns: columns, availableRows: rows, cell: cell)
  }

  @Test(arguments: PictureMode.allCases.filter { $0 != .off })
  func `no placement leaves the window, is empty, or exceeds its rows or a megapixel`(
    mode: PictureMode
  ) throws {
    let sides = [1, 7, 100, 1600, 65_000]
    let cells: [PixelSize?] = [
      nil, PixelSize(width: 9, height: 19), PixelSize(width: 60, height: 130),
    ]
    for width in sides {
      for height in sides {
        for columns in [1, 2, 20, 80, 1000] {
          for rows in [1, 3, 14, 50] {
            for cell in cells {
              let found = try #require(
                placement(
                  of: PixelSize(width: width, height: height), mode, columns: columns, rows: rows,
                  cell: cell)
              )
              #expect((1...columns).contains(found.columns))
              #expect((1...rows).contains(found.rows))
              #expect(found.pixels.width > 0 && found.pixels.height > 0)
              #expect(found.pixels.pixels <= 1_000_000)
            }
          }
        }
      }
    }
  }

  @Test(arguments: [
    (PixelSize(width: 2400, height: 1600), 80, 42, 14),
    (PixelSize(width: 1600, height: 2400), 80, 19, 14),
    (PixelSize(width: 1000, height: 1000), 80, 28, 14),
    (PixelSize(width: 2400, height: 800), 80, 80, 13),
    (PixelSize(width: 2400, height: 1600), 30, 30, 10),
    (PixelSize(width: 9000, height: 10), 80, 80, 1),
    (PixelSize(width: 10, height: 9000), 80, 1, 14),
  ])
  func `the canvas keeps its proportions as far as whole cells allow`(
    canvas: PixelSize, window: Int, columns: Int, rows: Int
  ) throws {
    let found = try #require(placement(of: canvas, .blocks24, columns: window))
    #expect(found.columns == columns)
    #expect(found.rows == rows)
  }

  @Test func `a known cell counts instead of the usual one`() throws {
    let wide = try #require(placement(.kitty, cell: PixelSize(width: 16, height: 20)))
    #expect(wide.columns == 26)
    #expect(wide.pixels == PixelSize(width: 26 * 16, height: 14 * 20))
  }

  @Test(arguments: [
    PixelSize(width: 0, height: 0), PixelSize(width: 20, height: 10),
    PixelSize(width: 1, height: 2),
    PixelSize(width: 10, height: -20), PixelSize(width: 4000, height: 8000),
  ])
  func `a cell that can't be counts as unknown`(cell: PixelSize) {
    #expect(placement(.kitty, cell: cell) == placement(.kitty))
  }

  @Test func `pictures are as large as their cells`() throws {
    let found = try #require(placement(.iterm2))
    #expect(found.pixels == PixelSize(width: 420, height: 280))
  }

  @Test(arguments: [PictureMode.blocks24, .blocks256, .ascii])
  func `blocks and letters have two by four square pixels in a usual cell`(mode: PictureMode) throws
  {
    let found = try #require(placement(mode))
    #expect(found.pixels == PixelSize(width: 84, height: 56))
  }

  @Test func `sixels stay in their rows, in whole bands, also where the cells' size is unknown`()
    throws
  {
    let found = try #require(placement(.sixel, cell: PixelSize(width: 9, height: 18)))
    #expect(
      found.rows == 14 && found.pixels == PixelSize(width: found.columns * 9, height: 14 * 18))
    let odd = try #require(placement(.sixel, cell: PixelSize(width: 10, height: 20)))
    #expect(odd.pixels == PixelSize(width: odd.columns * 10, height: 276))
    let unknown = try #require(placement(.sixel))
    #expect(unknown.pixels.height <= 14 * 12)
  }

  @Test func `there is no placement without a picture or without room`() {
    #expect(placement(.off) == nil)
    #expect(placement(.kitty, columns: 0) == nil)
    #expect(placement(.ascii, rows: 0) == nil)
    #expect(placement(of: PixelSize(width: 0, height: 10), .ascii) == nil)
  }
}
