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
    let region = Region(filling: frame, from: photo, around: focus, zoom: 1)
    return ((isColumn ? region.x : region.y) / 1000, focus)
  }

  private func isNear(_ start: Double, _ other: Double) -> Bool { abs(start - other) < 0.01 }

  @Test func `a crop that shows all there is around the faces stays in the middle`() {
    #expect(crop([]).focus == nil)
    #expect(crop([face(0.45, 0.4)]).focus == nil)
    #expect(crop([face(0.45, 0.4)], isColumn: false).focus == nil)
    #expect(crop([face(0.3, 0.1), face(0.6, 0.9)]).focus == nil)
  }

  @Test func `above a head there is more than half of its height, and below it goes first`() {
    // Neither would be cut in the middle, which begins at a quarter.
    let high = crop([face(0.4, 0.26)], isColumn: false)
    #expect(high.start <= 0.2 + 0.001 && high.start > 0.15)
    #expect(crop([face(0.4, 0.03)], isColumn: false).start == 0)
    // A face so large that not all fits: above it stays two thirds of what is missing below.
    let large = crop([face(0.3, 0.3, 0.3)], isColumn: false).start
    #expect((0.3 - large) / 0.3 > 0.25 && large + 0.5 > 0.6 + 0.02)
    // Of two, the lower one isn't given up for room above the upper one.
    let two = crop([face(0.2, 0.22), face(0.6, 0.58)], isColumn: false).start
    #expect(two < 0.206 && two + 0.5 >= 0.68 + 0.0149)
  }

  @Test func `heads stand in the middle third, or as far from both sides`() {
    let single = crop([face(0.2, 0)]).start
    #expect(single + 0.5 / 3 <= 0.25 + 0.001)
    #expect(isNear(crop([face(0.15, 0), face(0.45, 0)]).start, 0.1))
    #expect(isNear(crop([face(0.55, 0), face(0.75, 0)]).start, 0.45))
    // Somebody small in the background doesn't count.
    let small = crop([face(0.25, 0, 0.2), face(0.05, 0, 0.04)]).start
    #expect(small > 0.0 && small < 0.05)
  }

  @Test func `shoulders and hands beside a face stay where there is room for them`() {
    #expect(crop([face(0.25, 0.4, 0.15)]).start <= 0.1 + 0.01)
    // Not all of both sides: the same of either.
    #expect(isNear(crop([face(0.3, 0.4, 0.2)]).start, 0.15))
  }

  @Test func `room goes before faces`() {
    // Together 0.49 of the photo: there is room for 0.01 beside them.
    let start = crop([face(0.05, 0), face(0.44, 0)]).start
    #expect(start <= 0.05 && start + 0.5 >= 0.54)
  }

  @Test func `where not all fit, as many stay as can, and the larger ones`() {
    let group = [0.02, 0.2, 0.35, 0.5, 0.88].map { face($0, 0) }
    let start = crop(group).start
    #expect(
      group.count { start <= $0.area.x && $0.area.x + 0.1 <= start + 0.5 } == 3 && start < 0.25)
    #expect(crop([face(0, 0, 0.3), face(0.7, 0, 0.25)]).start < 0.1)
    #expect(crop([face(0, 0, 0.25), face(0.7, 0, 0.3)]).start > 0.4)
  }

  @Test func `of a face that is larger than the crop, the middle is shown`() {
    #expect(isNear(crop([face(0.05, 0, 0.7)]).start, 0.15))
  }
}
