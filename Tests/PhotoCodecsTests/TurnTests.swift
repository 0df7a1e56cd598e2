import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct TurnTests {
  /// The rows of letters as somebody sees them who turns the paper.
  private static func turned(_ rows: [String], _ turn: Turn) -> [String] {
    let right = { (rows: [String]) in
      rows[0].indices.map { column in String(rows.reversed().map { $0[column] }) }
    }
    return switch turn {
    case .none: rows
    case .right: right(rows)
    case .half: right(right(rows))
    case .left: right(right(right(rows)))
    }
  }

  @Test(arguments: OrientationTests.shown, Turn.allCases)
  func `a photo is turned as it is shown, whatever its orientation`(
    shown: (orientation: Orientation, rows: [String]), turn: Turn
  ) throws {
    let exif = EXIFBuilder.orientation(UInt16(shown.orientation.rawValue))
    let photo = PNGBuilder(PixelSize(width: 3, height: 2)) { x, y in
      OrientationTests.colour(OrientationTests.letter(OrientationTests.stored, x, y))
    }.with(PNGBuilder.Chunk(type: "eXIf", data: exif))
    let rows = Self.turned(shown.rows, turn)
    let wanted = Raster(size: PixelSize(width: rows[0].count, height: rows.count)) { x, y in
      OrientationTests.colour(OrientationTests.letter(rows, x, y))
    }
    let file = try opened(photo.bytes)
    let header = try PhotoHeader(of: file, limits: DecodeLimits()).turned(turn)
    #expect(header.fileOrientation == shown.orientation && header.size == wanted.size)
    let raster = Raster(size: header.size, filledWith: .white)
    _ = try PhotoDecoder.draw(
      file, header, plan: DecodePlan(header, showing: Region(header.size), at: header.size),
      into: Frame(header.size), of: raster, background: .white, limits: DecodeLimits(),
      allowsDamage: false,
      isCancelled: { false })
    #expect(raster.difference(from: wanted) == nil)
  }

  @Test(arguments: Turn.allCases)
  func `a raster is drawn turned`(turn: Turn) {
    func raster(_ rows: [String]) -> Raster {
      Raster(size: PixelSize(width: rows[0].count, height: rows.count)) { x, y in
        OrientationTests.colour(OrientationTests.letter(rows, x, y))
      }
    }
    let source = raster(OrientationTests.stored)
    let wanted = raster(Self.turned(OrientationTests.stored, turn))
    let drawn = Raster(size: wanted.size, filledWith: .white)
    drawn.draw(source, showing: Region(source.size), turned: turn, into: Frame(drawn.size))
    #expect(drawn.difference(from: wanted) == nil)
  }

  @Test func `two turns are one`() {
    for first in Turn.allCases {
      for second in Turn.allCases {
        let rows = Self.turned(Self.turned(OrientationTests.stored, first), second)
        #expect(Self.turned(OrientationTests.stored, first.followed(by: second)) == rows)
      }
    }
  }

  @Test func `two plans of one frame differ where the photo is turned`() throws {
    let header = try header(PNGBuilder(PixelSize(width: 4, height: 4)) { _, _ in .black }.bytes)
    let plans = Turn.allCases.map {
      DecodePlan(header.turned($0), showing: Region(header.size), at: header.size)
    }
    #expect(Set(plans).count == 4)
  }

  /// What somebody does who sees the stored picture: the turn that brings its sky up; mirroring is
  /// left.
  @Test(
    arguments: zip(
      Orientation.allCases, [.none, .none, .half, .half, .right, .right, .left, .left] as [Turn]))
  func `every orientation has the turn that brings the top up`(orientation: Orientation, turn: Turn)
  {
    let shown = Self.turned(OrientationTests.stored, turn)
    let right = OrientationTests.shown.first { $0.orientation == orientation }?.rows
    #expect(right == shown || right == shown.map { String($0.reversed()) })
    #expect(Turn(orientation) == turn)
  }
}
