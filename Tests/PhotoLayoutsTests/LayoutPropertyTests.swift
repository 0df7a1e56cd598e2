import Imaging
import Synchronization
import TestSupport
import Testing

@testable import PhotoLayouts

/// What holds for every layout, whatever the photos.
@Suite struct LayoutPropertyTests {
  private static let trees = LayoutStyle.allCases.filter { $0 != .grid }

  /// Every pixel of the inner area belongs to one frame or to a gap, and none to two.
  private func expectTiling(
    _ layout: CollageLayout, gap: Int = 0, inset: Int = 0, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frames = layout.frames.map(\.bounds)
    #expect(
      frames.allSatisfy { $0.isInside(layout.canvas) }, comment, sourceLocation: sourceLocation)
    for (index, first) in frames.enumerated() {
      for second in frames[(index + 1)...] {
        let apart =
          first.x + first.width + gap <= second.x || second.x + second.width + gap <= first.x
          || first.y + first.height + gap <= second.y || second.y + second.height + gap <= first.y
        #expect(apart, comment, sourceLocation: sourceLocation)
      }
    }
    // Frames that are widened by a gap to the right and to the bottom cover the area, which is
    // widened so too.
    let covered = frames.map { ($0.width + gap) * ($0.height + gap) }.reduce(0, +)
    let area =
      (layout.canvas.width - 2 * inset + gap) * (layout.canvas.height - 2 * inset + gap)
    #expect(covered == area, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: [TreeArena.Kind.across, .down])
  func `a part that is far larger than its area has no place`(kind: TreeArena.Kind) {
    let shapes = [1e15, 1e15].map { PhotoShape(ratio: kind == .across ? $0 : 1 / $0) }
    var arena = TreeArena(shapes)
    var fitter = TreeFitter(shapes, gap: 0)
    fitter.load(arena.join(kind, 0, 1), of: arena)
    var cuts = fitter.emptyCuts
    let fits = fitter.cut(TreeFitter.Cell(1e6, 1e6), into: &cuts)
    #expect(!fits)
  }

  @Test(arguments: trees)
  func `frames tile the canvas exactly and never overlap`(style: LayoutStyle) throws {
    var dice = Dice(1)
    for count in [1, 2, 3, 4, 5, 6, 7, 9, 13, 26] {
      for canvas in PixelSize.commonCanvases + [PixelSize(width: 997, height: 1013)] {
        let shapes = PhotoShape.common(count, &dice)
        for (gap, margin) in [(0, 0), (10, 0), (7, 13)] {
          let request = LayoutRequest(shapes) {
            $0.style = style
            $0.canvas = .pixels(canvas)
            $0.gap = .pixels(Double(gap))
            $0.margin = .pixels(Double(margin))
          }
          let layout = try #require(LayoutChoice(request)[0])
          #expect(layout.canvas == canvas && layout.frames.count == count && layout.emptyShare == 0)
          expectTiling(
            layout, gap: gap, inset: margin, "\(style), \(count) on \(canvas), gap \(gap)")
        }
      }
    }
  }

  @Test(arguments: trees)
  func `without balance a canvas that is auto crops nothing beyond what whole pixels cost`(
    style: LayoutStyle
  ) throws {
    var dice = Dice(2)
    for count in [1, 2, 3, 4, 5, 6, 8, 20] {
      for gap in [0.0, 12] {
        let shapes = PhotoShape.common(count, &dice)
        let request = LayoutRequest(shapes) {
          $0.style = style
          $0.balance = 0
          $0.gap = .pixels(gap)
          $0.margin = .pixels(gap)
        }
        let layout = try #require(LayoutChoice(request)[0])
        #expect(max(layout.canvas.width, layout.canvas.height) == 2400)
        expectTiling(layout, gap: Int(gap), inset: Int(gap), "\(style) \(count)")
        for (crop, frame) in zip(layout.crops(of: shapes), layout.frames.map(\.bounds)) {
          // Each side is rounded by less than a pixel, and the canvas by half of one.
          #expect(crop <= 2 / Double(min(frame.width, frame.height)), "\(style) \(count) \(frame)")
        }
      }
    }
  }

  @Test func `photos keep their order`() throws {
    var dice = Dice(3)
    for style in Self.trees {
      for count in [2, 5, 6, 7, 30, 120] {
        let request = LayoutRequest(PhotoShape.common(count, &dice)) { $0.style = style }
        let choice = LayoutChoice(request)
        for layout in choice[0..<min(choice.count, 5)] {
          #expect(layout?.tree?.photos == Array(0..<count), "\(style) \(count)")
        }
      }
    }
  }

  @Test func `photos that are free to change places are all there, and crop no more`() throws {
    var dice = Dice(4)
    for count in [2, 4, 6, 9, 30] {
      let shapes = PhotoShape.common(count, &dice)
      let crops = try [PhotoOrder.kept, .free].map { order in
        let request = LayoutRequest(shapes) {
          $0.order = order
          $0.canvas = .pixels(PixelSize(width: 2000, height: 1300))
        }
        let layout = try #require(LayoutChoice(request)[0])
        #expect(layout.tree?.photos.sorted() == Array(0..<count))
        return layout.crops(of: shapes).reduce(0, +) / Double(count)
      }
      // Crop is traded for evenness at ten to one.
      #expect(crops[1] <= crops[0] + 0.1)
    }
  }

  @Test func `the same request has the same layout`() {
    var dice = Dice(5)
    for count in [4, 6, 11, 40] {
      let shapes = PhotoShape.common(count, &dice)
      for style in LayoutStyle.allCases {
        let request = LayoutRequest(shapes) { $0.style = style }
        #expect(LayoutChoice(request)[0] == LayoutChoice(request)[0])
      }
    }
  }

  @Test func `panoramas and mixed sizes are always laid out`() throws {
    var dice = Dice(6)
    for _ in 0..<40 {
      for count in 1...8 {
        let shapes = PhotoShape.wild(count, &dice)
        for canvas in [Canvas.auto] + PixelSize.commonCanvases.map(Canvas.pixels) {
          let layout = LayoutChoice(LayoutRequest(shapes) { $0.canvas = canvas })[0]
          #expect(layout != nil, "\(shapes) on \(canvas)")
        }
      }
    }
    for ratio in [10.0, 0.1] {
      for count in 1...12 {
        let request = LayoutRequest(Array(repeating: PhotoShape(ratio: ratio), count: count)) { _ in
        }
        #expect(LayoutChoice(request)[0] != nil)
      }
    }
  }

  @Test func `no photo stands alone in a row or a column beside full ones`() throws {
    var dice = Dice(7)
    for count in [4, 5, 6, 7, 13, 21] {
      for style in [LayoutStyle.rows, .columns] {
        let request = LayoutRequest(PhotoShape.common(count, &dice)) { $0.style = style }
        let tree = try #require(LayoutChoice(request)[0]?.tree)
        let lines: [SlicingTree]
        switch (style, tree) {
        case (.rows, .down(let parts)), (.columns, .across(let parts)): lines = parts
        default: lines = [tree]
        }
        let sizes = lines.map(\.photos.count)
        #expect(!sizes.contains(1) || Set(sizes) == [1], "\(style) \(sizes)")
      }
    }
  }

  @Test func `equal photos come in plain rows`() throws {
    for (ratio, columns, rows) in [(1.5, 2, 2), (1.5, 2, 3), (0.75, 3, 2)] {
      let shapes = Array(repeating: PhotoShape(ratio: ratio), count: columns * rows)
      let layout = try #require(LayoutChoice(LayoutRequest(shapes) { _ in })[0])
      let (width, height) = (layout.canvas.width / columns, layout.canvas.height / rows)
      for (place, frame) in layout.frames.enumerated() {
        #expect(abs(frame.bounds.x - place % columns * width) <= 1)
        #expect(abs(frame.bounds.y - place / columns * height) <= 1)
      }
    }
  }

  @Test func `a strip goes along the longer side`() throws {
    let shapes = [PhotoShape](repeating: PhotoShape(ratio: 1), count: 3)
    for (canvas, isAcross) in [
      (Canvas.auto, true), (.pixels(PixelSize(width: 30, height: 20)), true),
      (.pixels(PixelSize(width: 20, height: 30)), false),
    ] {
      let layout = try #require(
        LayoutChoice(
          LayoutRequest(shapes) {
            $0.style = .strip
            $0.canvas = canvas
            $0.longSide = 300
          })[0])
      #expect(Set(isAcross ? layout.frames.map(\.bounds.y) : layout.frames.map(\.bounds.x)) == [0])
    }
  }

  @Test func `a heavier photo is larger`() throws {
    var dice = Dice(8)
    for count in [2, 3, 4, 6, 10] {
      var shapes = PhotoShape.common(count, &dice)
      func share(_ weight: Double) throws -> Double {
        shapes[0].weight = weight
        let areas = try #require(LayoutChoice(LayoutRequest(shapes) { _ in })[0]).frames.map {
          Double($0.size.pixels)
        }
        return areas[0] / areas.reduce(0, +)
      }
      #expect(try share(6) > share(0.2))
    }
  }

  @Test(arguments: [nil] + PixelSize.commonCanvases)
  func `of two equal photos the one with twice the weight gets twice the room`(
    canvas: PixelSize?
  ) throws {
    for ratio in [1.5, 1, 0.75] {
      let shapes = [PhotoShape(ratio: ratio), PhotoShape(ratio: ratio, weight: 2)]
      let request = LayoutRequest(shapes) { $0.canvas = canvas.map(Canvas.pixels) ?? .auto }
      let areas = try #require(LayoutChoice(request)[0]).frames.map { Double($0.size.pixels) }
      #expect(abs(areas[1] / areas[0] - 2) < 0.02)
    }
  }

  @Test func `a photo that must stay whole is not cropped, the others are`() throws {
    var dice = Dice(9)
    for count in [2, 3, 4, 6, 9] {
      for canvas in PixelSize.commonCanvases {
        var shapes = PhotoShape.common(count, &dice)
        shapes[1].cropTolerance = 0
        for style in [LayoutStyle.mosaic, .grid, .rows] {
          let request = LayoutRequest(shapes) {
            $0.canvas = .pixels(canvas)
            $0.style = style
            $0.gap = .pixels(4)
          }
          let layout = try #require(LayoutChoice(request)[0])
          let frame = layout.frames[1].bounds
          #expect(
            layout.crops(of: shapes)[1] <= 2 / Double(min(frame.width, frame.height)),
            "\(style) \(count) \(canvas)")
        }
      }
    }
  }

  @Test func `where all photos must stay whole some of the canvas stays empty`() throws {
    let shapes = [PhotoShape](repeating: PhotoShape(ratio: 1.5, cropTolerance: 0), count: 2)
    let request = LayoutRequest(shapes) { $0.canvas = .pixels(PixelSize(width: 600, height: 600)) }
    let layout = try #require(LayoutChoice(request)[0])
    #expect(
      layout.frames == [
        Frame(x: 75, y: 0, width: 450, height: 300),
        Frame(x: 75, y: 300, width: 450, height: 300),
      ])
    #expect(abs(layout.emptyShare - 0.25) < 0.001)
  }

  @Test func `distances in percent follow the short side, also of a canvas that is auto`() throws {
    let shapes = [1.5, 0.75, 1.3, 1].map { PhotoShape(ratio: $0) }
    for canvas in [Canvas.auto, .pixels(PixelSize(width: 1000, height: 600))] {
      let request = LayoutRequest(shapes, border: .percent(1)) {
        $0.canvas = canvas
        $0.longSide = 1500
        $0.gap = .percent(2)
        $0.margin = .percent(3)
      }
      let layout = try #require(LayoutChoice(request)[0])
      let short = Double(min(layout.canvas.width, layout.canvas.height))
      let border = Int((short / 100).rounded())
      let inset = Int((short * 0.03).rounded()) + border
      expectTiling(
        layout, gap: Int((short * 0.02).rounded()) + 2 * border, inset: inset, "\(canvas)")
      #expect(layout.frames.map(\.bounds.x).min() == inset)
    }
  }

  @Test(arguments: [LayoutStyle.mosaic, .rows, .columns])
  func `the search for a layout is cut short when it is cancelled`(style: LayoutStyle) {
    let shapes = (0..<60).map { PhotoShape(PixelSize(width: 300 + $0, height: 200)) }
    let request = LayoutRequest(shapes) { $0.style = style }
    let all = polls(request, isCancelledAfter: .max)
    #expect(all > 60)
    // Each loop that is under way asks once more.
    #expect(polls(request, isCancelledAfter: 20) < 40)
  }

  /// 650 photos are more than 24 blocks of 24, so that what joins them is divided, too.
  @Test(arguments: [2, 6, 7, 24, 25, 61, 110, 650])
  func `the layouts are the same for any number of threads`(count: Int) throws {
    var dice = Dice(UInt64(count))
    let shapes = PhotoShape.common(count, &dice)
    for order in [PhotoOrder.kept, .free] where count < 200 || order == .kept {
      for canvas in [Canvas.auto, .pixels(PixelSize(width: 1200, height: 800))] {
        let request = LayoutRequest(shapes) {
          $0.order = order
          $0.canvas = canvas
        }
        let alone = LayoutChoice(request)
        let ranks = 0..<min(alone.count, 12)
        let layouts = alone[ranks]
        for threads in count < 200 ? [2, 3, 16] : [5] {
          let choice = try LayoutChoice(request, threads: threads) { false }
          #expect(choice.considered == alone.considered && choice.count == alone.count)
          #expect(choice[ranks] == layouts, "\(order) \(canvas) \(threads)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 10, 500, 1000])
  func `a search on several threads is cut short when it is cancelled`(limit: Int) {
    let shapes = (0..<60).map { PhotoShape(PixelSize(width: 300 + $0, height: 200)) }
    let polls = Atomic(0)
    let choice = try? LayoutChoice(LayoutRequest(shapes) { _ in }, threads: 4) {
      polls.add(1, ordering: .relaxed).newValue > limit
    }
    // Each thread asks once more.
    #expect(choice == nil && polls.load(ordering: .relaxed) <= limit + 8)
  }

  private func polls(_ request: LayoutRequest, isCancelledAfter limit: Int) -> Int {
    let polls = Atomic(0)
    let choice = try? LayoutChoice(request) {
      polls.add(1, ordering: .relaxed).newValue > limit
    }
    let count = polls.load(ordering: .relaxed)
    #expect((choice == nil) == (count > limit), "a search that was cancelled has no result")
    return count
  }
}
