import Imaging
import TerminalPictures
import Testing

@Suite struct ASCIIArtTests {
  private static let ramp = Array(".:;+=cxoX&#@")

  private func grey(_ value: Int) -> Colour {
    Colour(red: UInt8(value), green: UInt8(value), blue: UInt8(value))
  }

  @Test func `a picture is letters and signs alone, as wide and high as asked`() {
    var random = RandomColours(seed: 9)
    for size in [(1, 1), (20, 6), (40, 24), (333, 77)] {
      let raster = random.raster(PixelSize(width: size.0, height: size.1))
      let rows = ASCIIArt.rows(of: raster, columns: 20, rows: 6)
      #expect(rows.count == 6)
      #expect(rows.allSatisfy { $0.count == 20 && $0.allSatisfy(Self.ramp.contains) })
    }
  }

  @Test func `light has more ink on a dark background, and less on a light one`() {
    let raster = Raster(size: PixelSize(width: 12, height: 1)) { x, _ in grey(x * 255 / 11) }
    #expect(ASCIIArt.rows(of: raster, columns: 12, rows: 1) == [String(Self.ramp)])
    #expect(
      ASCIIArt.rows(of: raster, columns: 12, rows: 1, on: .light) == [String(Self.ramp.reversed())])
  }

  @Test func `a plain wall stays plain: only 64 levels of grey fill all signs`() {
    func signs(_ levels: Int) -> Int {
      let raster = Raster(size: PixelSize(width: levels, height: 1)) { x, _ in grey(100 + x) }
      return Set(ASCIIArt.rows(of: raster, columns: levels, rows: 1)[0]).count
    }
    // The lightest and the darkest 2 % don't count.
    #expect(signs(68) == Self.ramp.count)
    #expect([signs(1), signs(16), signs(32), signs(50)] == [1, 4, 7, 10])
  }

  @Test func `green counts for more than red, and red for more than blue`() {
    let channels = [
      Colour(red: 0, green: 0, blue: 255), Colour(red: 255, green: 0, blue: 0),
      Colour(red: 0, green: 255, blue: 0),
    ]
    let raster = Raster(size: PixelSize(width: 3, height: 1)) { x, _ in channels[x] }
    let inks = ASCIIArt.rows(of: raster, columns: 3, rows: 1)[0].map {
      Self.ramp.firstIndex(of: $0) ?? -1
    }
    #expect(inks[0] < inks[1] && inks[1] < inks[2])
  }

  @Test(arguments: [0, 100, 155])
  func `a pale picture gets the whole ramp`(darkest: Int) {
    let raster = Raster(size: PixelSize(width: 20, height: 5)) { x, _ in grey(darkest + x * 5) }
    let letters = Set(ASCIIArt.rows(of: raster, columns: 20, rows: 5).joined())
    #expect(letters == Set(Self.ramp))
  }

  @Test(arguments: [0, 3, 128, 251])
  func `a wall with a little noise stays a wall`(value: Int) {
    let raster = Raster(size: PixelSize(width: 10, height: 4)) { x, y in
      grey(value + (x * 7 + y) % 5)
    }
    let letters = Set(ASCIIArt.rows(of: raster, columns: 10, rows: 4).joined())
    #expect(letters.count <= 2)
  }

  @Test func `black stays without ink and white full of it`() {
    for (colour, letter) in [(grey(0), "."), (.white, "@")] {
      let raster = Raster(size: PixelSize(width: 2, height: 2), filledWith: colour)
      #expect(ASCIIArt.rows(of: raster, columns: 2, rows: 1) == [letter + letter])
    }
  }
}
