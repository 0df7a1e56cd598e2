import Imaging
import TerminalPictures
import TestSupport
import Testing

@Suite struct QuadrantBlocksTests {
  private static let red = Colour(red: 200, green: 10, blue: 20)
  private static let blue = Colour(red: 5, green: 60, blue: 255)

  private func colours(_ shown: ShownBlocks, _ size: PixelSize) -> [Colour?] {
    (0..<size.height).flatMap { y in (0..<size.width).map { shown.colour(x: $0, y: y) } }
  }

  @Test(arguments: 0..<16)
  func `each pattern of two colours is shown exactly, in one block`(set: Int) {
    let size = PixelSize(width: 2, height: 2)
    let raster = Raster(size: size) { x, y in set >> (2 * y + x) & 1 == 1 ? Self.red : Self.blue }
    let shown = ShownBlocks(raster, columns: 1, rows: 1)
    let expected: [Colour?] = (0..<4).map { set >> $0 & 1 == 1 ? Self.red : Self.blue }
    #expect(colours(shown, size) == expected)
    #expect(shown.screen.cells[0][0].text == String(ShownBlocks.glyphs[set < 8 ? set : 15 - set]))
  }

  @Test func `a row names a colour only where it changes, and ends with a reset`() {
    let raster = Raster(size: PixelSize(width: 8, height: 2)) { x, _ in x < 3 ? Self.red : Self.blue
    }
    let rows = QuadrantBlocks.rows(of: raster, columns: 4, rows: 1, depth: .trueColour)
    #expect(
      rows == ["\u{1B}[48;2;200;10;20m \u{1B}[38;2;5;60;255m▐\u{1B}[48;2;5;60;255m  \u{1B}[0m"])
  }

  @Test(arguments: [(2, false), (3, true), (-2, false), (-3, true)])
  func `a difference of 2 in 255 isn't seen, so the colour isn't named again`(
    difference: Int, isNamed: Bool
  ) {
    let raster = Raster(size: PixelSize(width: 4, height: 2)) { x, _ in
      Colour(red: UInt8(x < 2 ? 100 : 100 + difference), green: 100, blue: 100)
    }
    let rows = QuadrantBlocks.rows(of: raster, columns: 2, rows: 1, depth: .trueColour)
    let second = isNamed ? "\u{1B}[48;2;\(100 + difference);100;100m " : " "
    #expect(rows == ["\u{1B}[48;2;100;100;100m " + second + "\u{1B}[0m"])
  }

  @Test func `ink and paper change places where that spares naming them`() {
    let columns = [Self.red, Self.blue, Self.blue, Self.red]
    let raster = Raster(size: PixelSize(width: 4, height: 2)) { x, _ in columns[x] }
    let rows = QuadrantBlocks.rows(of: raster, columns: 2, rows: 1, depth: .trueColour)
    #expect(rows == ["\u{1B}[38;2;200;10;20;48;2;5;60;255m▌▐\u{1B}[0m"])
  }

  @Test func `no split and no true colours come nearer to a random cell`() throws {
    let size = PixelSize(width: 24, height: 10)
    var random = RandomColours(seed: 7)
    let raster = random.raster(size)
    let shown = ShownBlocks(raster, columns: 12, rows: 5)
    for row in 0..<5 {
      for column in 0..<12 {
        let best = leastError(column: column, row: row, of: raster) { [mean(of: $0)] }
        let error = try #require(shown.error(column: column, row: row, against: raster))
        #expect(error == best)
      }
    }
  }

  @Test func `no split and no colours of the palette come nearer to a random cell`() throws {
    var random = RandomColours(seed: 11)
    for _ in 0..<15 {
      // One alone: others would be dithered.
      let raster = random.raster(PixelSize(width: 2, height: 2))
      let shown = ShownBlocks(raster, columns: 1, rows: 1, depth: .palette256)
      let best = leastError(column: 0, row: 0, of: raster) { _ in Palette.colours }
      let error = try #require(shown.error(column: 0, row: 0, against: raster))
      #expect(error == best)
    }
  }

  @Test(arguments: [(40, 90, 200), (70, 70, 70), (250, 3, 128)])
  func `an area has the right colour on average, though the palette lacks it`(
    red: Int, green: Int, blue: Int
  ) throws {
    let wanted = SIMD4(red, green, blue, 0)
    let size = PixelSize(width: 40, height: 20)
    let colour = Colour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    let shown = ShownBlocks(
      Raster(size: size, filledWith: colour), columns: 20, rows: 10, depth: .palette256)
    var sum = SIMD4<Int>()
    for colour in colours(shown, size) {
      let colour = try #require(colour)
      sum &+= SIMD4(Int(colour.red), Int(colour.green), Int(colour.blue), 0)
    }
    let difference = sum / size.pixels &- wanted
    #expect((0..<3).allSatisfy { abs(difference[$0]) <= 3 }, "\(difference)")
  }

  @Test func `a gradient has no steps in 256 colours`() throws {
    let size = PixelSize(width: 128, height: 16)
    let raster = Raster(size: size) { x, _ in
      Colour(red: UInt8(40 + x / 2), green: UInt8(90 + x / 3), blue: 160)
    }
    let shown = ShownBlocks(raster, columns: 64, rows: 8, depth: .palette256)
    // The mean of each area of 16x16 pixels is near the original's.
    for left in stride(from: 0, to: 128, by: 16) {
      var sum = SIMD4<Int>()
      for y in 0..<16 {
        for x in left..<left + 16 {
          let (one, other) = (try #require(shown.colour(x: x, y: y)), raster[x, y])
          sum &+= SIMD4(
            Int(one.red) - Int(other.red), Int(one.green) - Int(other.green),
            Int(one.blue) - Int(other.blue), 0)
        }
      }
      #expect((0..<3).allSatisfy { abs(sum[$0] / 256) <= 6 }, "\(sum / 256)")
    }
  }

  @Test func `plain colours become the nearest of the cube and the greys`() throws {
    let greys = stride(from: 0, through: 255, by: 5).map { UInt8($0) }
      .map { Colour(red: $0, green: $0, blue: $0) }
    var random = RandomColours(seed: 3)
    for colour in greys + (0..<60).map({ _ in random.next() }) {
      let raster = Raster(size: PixelSize(width: 2, height: 2), filledWith: colour)
      let shown = try #require(
        ShownBlocks(raster, columns: 1, rows: 1, depth: .palette256).colour(x: 0, y: 0))
      let least = Palette.colours.map { $0.squaredDistance(to: colour) }.min()
      #expect(shown.squaredDistance(to: colour) == least)
    }
  }

  @Test(arguments: [QuadrantBlocks.ColourDepth.trueColour, .palette256])
  func `a picture fills its cells and nothing else, from a raster of any size`(
    depth: QuadrantBlocks.ColourDepth
  ) {
    let empty = ScreenModel(rows: 1, columns: 1).cells[0][0]
    var random = RandomColours(seed: 5)
    for size in [(1, 1), (7, 3), (26, 10), (26, 20), (300, 41)] {
      let raster = random.raster(PixelSize(width: size.0, height: size.1))
      let shown = ShownBlocks(raster, columns: 13, rows: 5, depth: depth)
      #expect(shown.rows.count == 5)
      #expect(shown.rows.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
      #expect(colours(shown, PixelSize(width: 26, height: 10)).allSatisfy { $0 != nil })
      #expect(shown.screen.cells.dropLast().allSatisfy { $0[13] == empty })
      #expect(shown.screen.cells[5].allSatisfy { $0 == empty })
      #expect(shown.screen.unknownSequences == [])
    }
  }

  @Test func `a larger raster is averaged by light, not by code`() {
    let board = Raster(size: PixelSize(width: 8, height: 8)) { x, y in
      (x + y) % 2 == 0 ? .white : Colour(red: 0, green: 0, blue: 0)
    }
    let grey = Colour(red: 180, green: 180, blue: 180)
    #expect(ShownBlocks(board, columns: 1, rows: 1).colour(x: 1, y: 1) == grey)
  }

  @Test func `a smaller raster is enlarged`() {
    let raster = Raster(size: PixelSize(width: 2, height: 1)) { x, _ in
      x == 0 ? Self.red : Self.blue
    }
    let shown = ShownBlocks(raster, columns: 2, rows: 1)
    let row = [Self.red, Self.red, Self.blue, Self.blue]
    #expect(colours(shown, PixelSize(width: 4, height: 2)) == row + row)
  }

  /// The least error over all splits of a cell when each group has the best of the colours tried
  /// for it.
  private func leastError(
    column: Int, row: Int, of raster: Raster, trying candidates: ([Colour]) -> [Colour]
  ) -> Int? {
    let pixels = (0..<4).map { raster[2 * column + $0 % 2, 2 * row + $0 / 2] }
    func error(_ group: [Colour]) -> Int {
      if group.isEmpty { return 0 }
      return candidates(group)
        .map { candidate in group.map { $0.squaredDistance(to: candidate) }.reduce(0, +) }
        .min() ?? 0
    }
    return (0..<16)
      .map { set in
        let ink = (0..<4).filter { set >> $0 & 1 == 1 }.map { pixels[$0] }
        let paper = (0..<4).filter { set >> $0 & 1 == 0 }.map { pixels[$0] }
        return error(ink) + error(paper)
      }
      .min()
  }

  private func mean(of group: [Colour]) -> Colour {
    func mean(_ channel: (Colour) -> UInt8) -> UInt8 {
      let sum = group.map { Double(channel($0)) }.reduce(0, +)
      return UInt8((sum / Double(group.count)).rounded())
    }
    return Colour(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
  }
}
