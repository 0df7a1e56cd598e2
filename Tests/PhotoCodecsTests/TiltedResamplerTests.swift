import Foundation
import Imaging
import Testing

@testable import PhotoCodecs

/// Photos in tilted places.
struct TiltedResamplerTests {
  private static let size = PixelSize(width: 120, height: 90)

  /// A smooth picture.
  private let picture = Raster(size: size) { x, y in
    Colour(
      red: UInt8(x * 2), green: UInt8(y * 2), blue: UInt8(128 + 60 * sin(Double(x + 2 * y) / 9)))
  }

  private func opening(_ width: Double, _ height: Double, tilt: Double, in frame: PixelSize)
    -> Frame
  {
    Frame(
      PixelRect(frame),
      FrameOpening(
        number: 1,
        rectangle: Region(
          x: (Double(frame.width) - width) / 2, y: (Double(frame.height) - height) / 2,
          width: width, height: height), tilt: tilt))
  }

  private func drawn(_ source: Raster, in frame: Frame, showing region: Region) -> Raster {
    let raster = Raster(size: frame.size, filledWith: .white)
    raster.draw(source, showing: region, into: frame)
    return raster
  }

  /// The greatest difference of any channel inside of an area.
  private func difference(_ one: Raster, _ other: Raster, in area: PixelRect) -> Int {
    var greatest = 0
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width {
        let (a, b) = (one[x, y], other[x, y])
        let channels: [(UInt8, UInt8)] = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)]
        greatest = max(greatest, channels.map { abs(Int($0) - Int($1)) }.max() ?? 0)
      }
    }
    return greatest
  }

  /// Reduced, enlarged, and as it is.
  @Test(arguments: [0.3, 0.77, 1, 1.6])
  func `a photo that is hardly tilted is that of an upright place`(scale: Double) {
    let (width, height) = (120 * scale, 90 * scale)
    let frame = PixelSize(width: Int(width) + 40, height: Int(height) + 40)
    let all = Region(Self.size)
    let upright = drawn(picture, in: opening(width, height, tilt: 0, in: frame), showing: all)
    let tilted = drawn(picture, in: opening(width, height, tilt: 1e-6, in: frame), showing: all)
    let inside = PixelRect(x: 22, y: 22, width: Int(width) - 4, height: Int(height) - 4)
    #expect(difference(upright, tilted, in: inside) <= 3)
  }

  @Test(arguments: [-44, -12.5, 5, 30])
  func `each point is where the tilt puts it`(tilt: Double) {
    let frame = PixelSize(width: 300, height: 300)
    let tilted = drawn(
      picture, in: opening(180, 135, tilt: tilt, in: frame), showing: Region(Self.size))
    let angle = tilt * .pi / 180
    for (x, y) in [(20, 20), (100, 15), (60, 45), (15, 70), (104, 72)] {
      // From the picture's middle, at 1.5 times its size.
      let (u, v) = ((Double(x) + 0.5 - 60) * 1.5, (Double(y) + 0.5 - 45) * 1.5)
      let px = 150 + u * cos(angle) - v * sin(angle)
      let py = 150 + u * sin(angle) + v * cos(angle)
      let (found, wanted) = (tilted[Int(px), Int(py)], picture[x, y])
      #expect(abs(Int(found.red) - Int(wanted.red)) <= 3)
      #expect(abs(Int(found.green) - Int(wanted.green)) <= 3)
    }
  }

  @Test func `around the photo its edges are repeated`() {
    let tilted = drawn(
      Raster(size: Self.size, filledWith: Colour(red: 9, green: 99, blue: 199)),
      in: opening(60, 40, tilt: 20, in: PixelSize(width: 150, height: 150)),
      showing: Region(Self.size))
    for y in 0..<150 {
      for x in 0..<150 { #expect(tilted[x, y] == Colour(red: 9, green: 99, blue: 199)) }
    }
  }

  /// A place that goes on beyond the photo.
  @Test func `an upright photo goes on around its area, or its edges are repeated`() {
    let frame = opening(120, 90, tilt: 0, in: PixelSize(width: 160, height: 130))
    let whole = drawn(picture, in: frame, showing: Region(Self.size))
    #expect(whole[20, 20] == picture[0, 0] && whole[139, 109] == picture[119, 89])
    for (beyond, edge) in [(whole[80, 0], picture[60, 0]), (whole[159, 65], picture[119, 45])] {
      #expect(abs(Int(beyond.red) - Int(edge.red)) <= 4)
      #expect(abs(Int(beyond.green) - Int(edge.green)) <= 4)
    }
    // Of the middle of a photo, what lies around it.
    let middle = drawn(
      picture, in: opening(60, 45, tilt: 0, in: PixelSize(width: 80, height: 65)),
      showing: Region(x: 30, y: 22, width: 60, height: 45))
    #expect(middle[10, 10] == picture[30, 22] && middle[0, 0] == picture[20, 12])
  }

  @Test(arguments: Orientation.allCases)
  func `a stored picture is made upright in a tilted place`(orientation: Orientation) throws {
    let upright = Raster(size: PixelSize(width: 80, height: 60)) { x, y in
      x < 40 ? (y < 30 ? .black : .white) : Colour(red: UInt8(y * 4), green: 200, blue: 0)
    }
    let stored = Raster(size: orientation.applied(to: upright.size)) { x, y in
      let area = PixelRect(x: x, y: y, width: 1, height: 1)
      // Where a pixel of the stored picture is in the upright one.
      let place = orientation.inverse.stored(area, upright: orientation.applied(to: upright.size))
      return upright[place.x, place.y]
    }
    let frame = opening(80, 60, tilt: 15, in: PixelSize(width: 110, height: 100))
    let expected = drawn(upright, in: frame, showing: Region(upright.size))
    let made = Raster(size: frame.size, filledWith: .white)
    let area = TiltedArea(
      rectangle: try #require(frame.opening).rectangle, degrees: 15, size: frame.size)
    let resampler = TiltedResampler(
      Region(stored.size), of: stored.size, to: area, orientation, depth: .eight, isOpaque: true,
      curves: RGBSpace.sRGB.curves,
      writer: FrameWriter(frame: frame, of: made, orientation: .up))
    for row in resampler.rows {
      unsafe resampler.push(
        UnsafeRawPointer(
          stored.pixels + row * stored.stride + 4 * resampler.columns.lowerBound))
    }
    resampler.finish()
    #expect(difference(made, expected, in: PixelRect(frame.size)) <= 1)
  }
}
