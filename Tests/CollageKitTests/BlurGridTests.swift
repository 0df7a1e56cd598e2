import Imaging
import Testing

@testable import CollageKit

/// The background `blur`, between and around photos of all kinds.
struct BlurGridTests {
  /// Two photos beside each other, each lit from one corner to the other.
  struct Case: CustomStringConvertible, Sendable {
    let left: ClosedRange<Double>
    let right: ClosedRange<Double>
    let width: Int
    let gap: Int
    let margin: Int

    var description: String { "\(left), \(right) on \(width), gap \(gap), margin \(margin)" }

    var photos: [PixelRect] {
      let side = (width - 2 * margin - gap) / 2
      let height = width * 2 / 3 - 2 * margin
      return [margin, margin + side + gap].map {
        PixelRect(x: $0, y: margin, width: side, height: height)
      }
    }

    var raster: Raster {
      let size = PixelSize(width: width, height: width * 2 / 3)
      return Raster(size: size) { x, y in
        let range = x < width / 2 ? left : right
        let part = (Double(x) / Double(width) + Double(y) / Double(size.height)) / 2
        let grey = UInt8(range.lowerBound + (range.upperBound - range.lowerBound) * part)
        return Colour(red: grey, green: grey, blue: UInt8(min(Int(grey) + 20, 255)))
      }
    }
  }

  private static let cases = [
    ((10.0...40.0), (10.0...40.0)), ((215...250), (215...250)), ((90...150), (90...150)),
    ((5...25), (225...250)), ((225...250), (5...25)), ((10...60), (150...190)),
  ].flatMap { left, right in
    [(360, 4, 4), (360, 36, 20), (1500, 10, 10), (1500, 90, 100), (1500, 20, 400)].map {
      Case(left: left, right: right, width: $0, gap: $1, margin: $2)
    }
  }

  @Test(arguments: cases)
  func `a blurred background is lighter or darker than what touches it, and nowhere steep`(
    _ test: Case
  ) {
    let raster = test.raster
    let photos = test.photos
    let grid = BlurGrid(photos, border: nil, of: raster, scale: 1)
    let canvas = PixelRect(raster.size)
    func isBackground(_ x: Int, _ y: Int) -> Bool {
      canvas.contains(x, y) && !photos.contains { $0.contains(x, y) }
    }
    func colour(_ x: Int, _ y: Int) -> PremultipliedColour { grid[Float(x) + 0.5, Float(y) + 0.5] }
    func luma(_ x: Int, _ y: Int) -> Float {
      (colour(x, y) * SIMD4(0.299, 0.587, 0.114, 0)).sum()
    }
    var touched = 0
    var similar = 0
    for photo in photos {
      for part in 0..<40 {
        let x = photo.x + photo.width * part / 40
        let y = photo.y + photo.height * part / 40
        for (dx, dy, inX, inY) in [
          (x, photo.y - 1, x, photo.y), (x, photo.y + photo.height, x, photo.y + photo.height - 1),
          (photo.x - 1, y, photo.x, y), (photo.x + photo.width, y, photo.x + photo.width - 1, y),
        ] where isBackground(dx, dy) {
          touched += 1
          let inside = PremultipliedColour(raster[inX, inY]).lightness
          if abs(colour(dx, dy).lightness - inside) < 15 { similar += 1 }
        }
      }
    }
    #expect(touched > 0 && similar * 50 <= touched, "\(similar) of \(touched)")
    var steepest: Float = 0
    for y in stride(from: 0, to: canvas.height, by: 7) {
      for x in stride(from: 0, to: canvas.width, by: 7) where isBackground(x, y) {
        if isBackground(x + 20, y) { steepest = max(steepest, abs(luma(x + 20, y) - luma(x, y))) }
        if isBackground(x, y + 20) { steepest = max(steepest, abs(luma(x, y + 20) - luma(x, y))) }
      }
    }
    #expect(steepest < 8)
  }

  @Test func `a blurred background is nowhere flat, however far the photos are`() {
    let test = Case(left: 20...120, right: 120...230, width: 900, gap: 8, margin: 250)
    let grid = BlurGrid(test.photos, border: nil, of: test.raster, scale: 1)
    let top = stride(from: 5, to: 900, by: 40).map { grid[Float($0), 5].lightness }
    for (place, next) in zip(top, top.dropFirst()) { #expect(abs(place - next) > 0.01) }
    #expect((top.max() ?? 0) - (top.min() ?? 0) > 5)
  }

  @Test func `a preview shows the blurred background of the collage`() {
    let test = Case(left: 20...120, right: 120...230, width: 900, gap: 30, margin: 60)
    let small = Case(left: 20...120, right: 120...230, width: 300, gap: 10, margin: 20)
    let grid = BlurGrid(test.photos, border: nil, of: test.raster, scale: 1)
    let preview = BlurGrid(small.photos, border: nil, of: small.raster, scale: 1.0 / 3)
    for x in stride(from: 3, to: 300, by: 30) {
      let difference = grid[Float(3 * x), 15].lightness - preview[Float(x), 5].lightness
      #expect(abs(difference) < 4)
    }
  }

  @Test func `beside a border the blurred background contrasts with that`() {
    let test = Case(left: 100...140, right: 100...140, width: 600, gap: 40, margin: 40)
    for (colour, isDarker) in [(Colour.white, true), (.black, false)] {
      let border = BackdropBorder(width: 6, lower: 6, colour: colour)
      let grid = BlurGrid(test.photos, border: border, of: test.raster, scale: 1)
      let lightness = grid[300, 200].lightness
      #expect(isDarker ? lightness < 82 : lightness > 18)
    }
  }
}
