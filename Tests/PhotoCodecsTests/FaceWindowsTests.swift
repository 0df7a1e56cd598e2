import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct FaceWindowsTests {
  private static let picture = PixelSize(width: 480, height: 320)

  /// - Parameter finds: at half the picture's size.
  private func windows(
    _ finds: [(certainty: Double, x: Double, y: Double, side: Double)]
  ) -> [PixelRect] {
    var windows = FaceWindows(in: Self.picture)
    for find in finds {
      windows.add(
        FaceCandidate(
          certainty: find.certainty,
          area: Region(x: find.x, y: find.y, width: find.side, height: find.side)))
    }
    return windows.all
  }

  @Test func `without a find nothing is looked at`() { #expect(windows([]).isEmpty) }

  @Test func `a window has room around a face, and begins and ends with cells`() {
    // At 100 to 120 pixels across and down, with half its size and 16 pixels around it.
    #expect(
      windows([(0.9, 50, 50, 10)]) == [PixelRect(x: 64, y: 64, width: 96, height: 96)])
  }

  @Test func `a window ends with the picture`() {
    #expect(
      windows([(0.9, 225, 145, 10)]) == [PixelRect(x: 416, y: 256, width: 64, height: 64)])
  }

  @Test func `finds beside one another share a window, others have their own`() {
    let finds = [(0.9, 50.0, 50.0, 10.0), (0.5, 55, 52, 10), (0.3, 200, 50, 10)]
    #expect(windows(finds).map(\.x) == [64, 352])
  }

  @Test func `an uncertain find counts if it is small`() {
    #expect(windows([(0.05, 50, 50, 30)]).count == 1)
    #expect(windows([(0.05, 50, 50, 40)]).isEmpty)
    #expect(windows([(0.2, 50, 50, 40)]).count == 1)
  }

  @Test func `the whole picture is looked at where windows would be most of it`() {
    #expect(windows([(0.9, 60, 20, 120)]) == [PixelRect(Self.picture)])
  }

  @Test(arguments: [-1e300, -500, 1000, 1e300])
  func `a find outside of the picture has no window`(place: Double) {
    #expect(windows([(0.9, place, 50, 10)]).isEmpty)
    #expect(windows([(0.9, 50, place, 10)]).isEmpty)
  }
}
