import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// Like photos in grids, edges that meet or part, and sizes that follow people, with the gap and the
/// margin that a collage has by default.
@Suite struct AlignmentTests {
  private func layout(
    _ shapes: [PhotoShape], on canvas: Canvas = .auto,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> CollageLayout {
    var request = LayoutRequest(shapes)
    request.options.canvas = canvas
    change(&request.options)
    return try #require(LayoutChoice(request)[0])
  }

  private func isGrid(_ layout: CollageLayout) -> Bool {
    let frames = layout.frames.map(\.bounds)
    /// How many places there are; a pixel that rounding adds is none.
    func lines(_ places: [Int]) -> Int {
      let sorted = Set(places).sorted()
      return 1 + zip(sorted, sorted.dropFirst()).count { $1 - $0 > 1 }
    }
    return lines(frames.map(\.x)) * lines(frames.map(\.y)) == frames.count
  }

  private func largest(_ layout: CollageLayout) -> Int {
    let areas = layout.frames.map(\.size.pixels)
    return areas.firstIndex(of: areas.max()!)!
  }

  @Test(arguments: [(4, 1.4), (6, 1.4), (6, 0.75), (9, 1.4), (12, 0.75)])
  func `photos of little different shapes stand in an exact grid`(count: Int, ratio: Double) throws
  {
    var dice = Dice(UInt64(count))
    for _ in 0..<20 {
      let shapes = (0..<count).map { _ in
        PhotoShape(ratio: ratio * .random(in: 0.925...1.08, using: &dice))
      }
      let found = try layout(shapes)
      #expect(isGrid(found), "\(shapes.map(\.ratio))")
      #expect(found.crops(of: shapes).max()! < 0.085)
      #expect(found.inversions == 0)
    }
  }

  @Test func `what must stay whole is not cropped so that edges meet`() throws {
    var dice = Dice(71)
    for round in 0..<30 {
      let shapes = (0..<6).map { _ in
        PhotoShape(ratio: 1.4 * .random(in: 0.93...1.07, using: &dice))
      }
      var whole = shapes
      for place in whole.indices where round % 2 == 0 || place < 2 {
        whole[place].cropTolerance = 0
      }
      for (shapes, balance) in [(shapes, 0.0), (whole, 0.5)] {
        let crops = try layout(shapes) { $0.balance = balance }.crops(of: shapes)
        for (shape, crop) in zip(shapes, crops) where balance == 0 || shape.cropTolerance == 0 {
          #expect(crop < 0.01)
        }
      }
    }
  }

  @Test(arguments: [Canvas.auto] + PixelSize.commonCanvases.map(Canvas.pixels))
  func `hardly any edges nearly meet`(canvas: Canvas) throws {
    var dice = Dice(72)
    let misses = try (0..<60).map { round in
      try layout(PhotoShape.common(4 + round % 3, &dice), on: canvas).nearlyMeetingEdges
    }
    #expect(misses.count { $0 > 0 } <= 2)
  }

  @Test(arguments: [Canvas.auto] + PixelSize.commonCanvases.map(Canvas.pixels))
  func `photos are mostly read in rows`(canvas: Canvas) throws {
    var dice = Dice(73)
    let inversions = try (0..<60).map { round in
      try layout(PhotoShape.common(4 + round % 3, &dice), on: canvas).inversions
    }
    #expect(inversions.count { $0 > 0 } <= 12)
  }

  @Test func `a cut is moved no farther than the photos beside it allow`() throws {
    let shapes = [1.5, 1.5, 1.4, 1.6].map { PhotoShape(ratio: $0) }
    var arena = TreeArena(shapes)
    var fitter = TreeFitter(shapes, gap: 0)
    let root = arena.insert(
      .down([.across([.photo(0), .photo(1)]), .across([.photo(2), .photo(3)])]))
    fitter.load(root, of: arena)
    for (limit, moves) in [(0.08, true), (0.01, false)] {
      var bench = TreeBench(fitter, CutAlignment(shapes, limit: limit))
      let fits = bench.fill(TreeFitter.Cell(3000, fitter.line.height(3000)))
      #expect(fits)
      let before = bench.cuts.across.map { bench.cuts.positions[$0] }
      #expect(Set(before).count == 2)
      bench.alignment.align(&bench.cuts, shortSide: 2000, more: 0)
      let after = bench.cuts.across.map { bench.cuts.positions[$0] }
      #expect((Set(after).count == 1) == moves)
    }
  }

  private static let face = Region(x: 0.45, y: 0.3, width: 0.1, height: 0.15)

  @Test func `people are known in whole ten-thousandths`() throws {
    let known = try #require(
      ShownPeople([
        Region(x: 0.1, y: 0.2, width: 0.123_456, height: 0.1),
        Region(x: 0.5, y: -0.1, width: 0.7, height: 0.333_333),
      ]))
    #expect(known.count == 2 && known.smallest == 1000)
    #expect(known.area == PixelSize(width: 9000, height: 3000))
    #expect(ShownPeople(count: 2, area: known.area, smallest: 1000) == known)
    #expect(ShownPeople([]) == nil)
    // What has no height takes some all the same.
    #expect(ShownPeople([Region(x: 1, y: 1, width: 0, height: 0)])?.smallest == 1)
  }

  @Test(arguments: [Canvas.auto] + PixelSize.commonCanvases.map(Canvas.pixels))
  func `the largest photo mostly shows somebody`(canvas: Canvas) throws {
    var dice = Dice(74)
    var found = 0
    for round in 0..<30 {
      var shapes = PhotoShape.common(4 + round % 3, &dice)
      let people = Set(shapes.indices.shuffled(using: &dice).prefix(2))
      for person in people { shapes[person].people = ShownPeople([Self.face]) }
      let place = try layout(shapes, on: canvas)
      let areas = place.frames.map { Double($0.size.pixels) }
      if people.contains(where: { areas[$0] >= 0.97 * areas.max()! }) { found += 1 }
    }
    #expect(found >= 20)
  }

  @Test func `a group has more room than a photo without people`() throws {
    var dice = Dice(75)
    var shares: [Double] = []
    let faces = (0..<5).map { Region(x: 0.1 + 0.16 * Double($0), y: 0.4, width: 0.1, height: 0.15) }
    for round in 0..<40 {
      var shapes = PhotoShape.common(4 + round % 3, &dice)
      let group = Int.random(in: shapes.indices, using: &dice)
      shapes[group].ratio = 1.5
      shapes[group].people = ShownPeople(faces)
      let areas = try layout(shapes).frames.map { Double($0.size.pixels) }
      shares.append(areas[group] * Double(areas.count) / areas.reduce(0, +))
    }
    #expect(shares.reduce(0, +) / Double(shares.count) > 1.3)
  }

  @Test func `a face in the distance makes no thumbnails of groups`() throws {
    let shapes = [
      (500, 375, 7, 6822, 5282, 844), (500, 375, 3, 6821, 3678, 2149),
      (900, 600, 2, 2188, 1402, 942), (900, 547, 1, 233, 426, 426),
    ].map { width, height, count, across, down, smallest in
      var shape = PhotoShape(PixelSize(width: width, height: height))
      shape.people = ShownPeople(
        count: count, area: PixelSize(width: across, height: down), smallest: smallest)
      return shape
    }
    let areas = try layout(shapes).frames.map { Double($0.size.pixels) }
    #expect(areas.max()! < 2 * areas.min()!)
  }

  @Test func `the photo with the fewest pixels is seldom the largest`() throws {
    var dice = Dice(76)
    var largest = 0
    for _ in 0..<40 {
      let shapes = PhotoShape.common(5, &dice).enumerated().map { place, shape in
        let width = place == 2 ? 800.0 : 4000
        return PhotoShape(PixelSize(width: Int(width), height: Int(width / shape.ratio)))
      }
      if self.largest(try layout(shapes)) == 2 { largest += 1 }
    }
    #expect(largest <= 4)
  }

  @Test func `six photos make two strips, and none is long`() throws {
    var dice = Dice(77)
    for _ in 0..<30 {
      let shapes = PhotoShape.common(6, &dice)
      let found = try layout(shapes) {
        $0.style = .strips
        $0.givenMargin = .percent(12)
      }
      let (width, height) = (Double(found.canvas.width), Double(found.canvas.height))
      #expect(max(width / height, height / width) < 3.01)
    }
    // As many strips as suit their own margins, which are those of the canvas that is made.
    for ratios in [[1.5, 0.75, 1.5, 1.5], [1.5, 1.5, 0.667, 1.5], [1.33, 1.5, 1.5, 0.75]] {
      let found = try layout(ratios.map { PhotoShape(ratio: $0) }) {
        $0.style = .strips
        $0.givenMargin = .percent(12)
        $0.gap = .percent(2)
      }
      let margin = Double(found.frames.map(\.bounds.x).min() ?? 0)
      let short = Double(min(found.canvas.width, found.canvas.height))
      #expect(abs(margin / short - 0.12) < 0.002, "\(ratios): \(found.canvas)")
    }
    let alike = try layout(Array(repeating: PhotoShape(ratio: 1.5), count: 6)) {
      $0.style = .strips
    }
    #expect(isGrid(alike) && Set(alike.frames.map(\.bounds.y)).count == 2)
    let few = try layout([1.5, 1].map { PhotoShape(ratio: $0) }) { $0.style = .strips }
    #expect(Set(few.frames.map(\.bounds.y)).count == 1)
  }
}
