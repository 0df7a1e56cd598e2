import Imaging
import PhotoCodecs
import Testing

@testable import CollageKit

/// Where a crop goes so that faces stay whole.
struct FaceCropTests {
  private let photo = PixelSize(width: 1000, height: 1000)

  private func face(_ x: Double, _ y: Double, _ side: Double = 0.1) -> PhotoRegion {
    PhotoRegion(.face, .found, Region(x: x, y: y, width: side, height: side))
  }

  /// The photo's part in a frame, in shares of it: of a column or a row as long as half the photo.
  private func crop(_ faces: [PhotoRegion], isColumn: Bool = true) -> (
    start: Double, focus: FocusPoint?
  ) {
    let frame = isColumn ? PixelSize(width: 50, height: 100) : PixelSize(width: 100, height: 50)
    let focus = FocusPoint(keeping: faces, of: photo, in: frame)
    let region = Region(filling: frame, from: photo, around: focus)
    return ((isColumn ? region.x : region.y) / 1000, focus)
  }

  private func isNear(_ start: Double, _ other: Double) -> Bool { abs(start - other) < 0.000_051 }

  @Test func `a crop that keeps the faces anyway stays in the middle`() {
    #expect(crop([]).focus == nil)
    #expect(crop([face(0.3, 0)]).focus == nil && crop([face(0.3, 0), face(0.6, 0.9)]).focus == nil)
    #expect(crop([face(0.1, 0.4)], isColumn: false).focus == nil)
  }

  @Test func `it moves as far as a face and its margin need`() {
    // From a quarter on, with a fifth of the face beside it.
    #expect(
      isNear(crop([face(0.2, 0)]).start, 0.18)
        && isNear(crop([face(0.2, 0), face(0.5, 0)]).start, 0.18))
    #expect(isNear(crop([face(0.7, 0)]).start, 0.32) && isNear(crop([face(0.9, 0)]).start, 0.5))
    #expect(isNear(crop([face(0, 0.2)], isColumn: false).start, 0.18))
    #expect(crop([face(0.2, 0)]).focus == FocusPoint(x: 0.43, y: 0.5))
    #expect(crop([face(0, 0.7)], isColumn: false).focus == FocusPoint(x: 0.5, y: 0.57))
  }

  @Test func `margins go before faces`() {
    // Together 0.49 of the photo: there is room for 0.01 beside them.
    let start = crop([face(0.05, 0), face(0.44, 0)]).start
    #expect(start <= 0.05 && start + 0.5 >= 0.54)
  }

  @Test func `where not all fit, as many stay as can, and the larger ones`() {
    let group = [0.02, 0.2, 0.35, 0.5, 0.88].map { face($0, 0) }
    let start = crop(group).start
    #expect(
      group.count { start <= $0.area.x && $0.area.x + 0.1 <= start + 0.5 } == 3 && start < 0.25)
    #expect(isNear(crop([face(0, 0, 0.3), face(0.7, 0, 0.25)]).start, 0))
    #expect(isNear(crop([face(0, 0, 0.25), face(0.7, 0, 0.3)]).start, 0.5))
  }

  @Test func `of a face that is larger than the crop, the middle is shown`() {
    #expect(isNear(crop([face(0.05, 0, 0.7)]).start, 0.15))
  }
}
