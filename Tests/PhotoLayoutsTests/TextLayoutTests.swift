import Glibc
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import PhotoLayouts

/// Layouts with strips for captions and a title, against every tree that there is.
struct TextLayoutTests {
  /// A part's width as a function of its height: LAYOUTS.md's algebra, written once more.
  private struct Line {
    let ratio: Double
    let offset: Double

    init(_ ratio: Double, _ offset: Double) {
      self.ratio = ratio
      self.offset = offset
    }
  }

  private static func line(_ tree: SlicingTree, _ ratios: [Double], _ strips: [Int]) -> Line {
    switch tree {
    case .photo(let photo, _): return Line(ratios[photo], -ratios[photo] * Double(strips[photo]))
    case .across(let parts):
      let lines = parts.map { line($0, ratios, strips) }
      return Line(lines.map(\.ratio).reduce(0, +), lines.map(\.offset).reduce(0, +))
    case .down(let parts):
      let lines = parts.map { line($0, ratios, strips) }
      let ratio = 1 / lines.map { 1 / $0.ratio }.reduce(0, +)
      return Line(ratio, ratio * lines.map { $0.offset / $0.ratio }.reduce(0, +))
    }
  }

  /// Whether the strips of two photos end at the same height.
  private static func endsAlike(
    _ layout: CollageLayout, _ room: TextRoom, _ one: Int, _ other: Int
  ) -> Bool {
    let ends = [one, other].map { place in
      layout.frames[place].bounds.y + layout.frames[place].bounds.height + room.strips[place]
    }
    return ends[0] == ends[1]
  }

  /// The share of each photo that is cropped when the tree fills an area.
  private static func crop(
    _ tree: SlicingTree, _ ratios: [Double], _ strips: [Int], _ size: PixelSize
  ) -> Double {
    var (low, high) = (-8.0, 8.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      let line = line(tree, ratios.map { $0 * exp(middle) }, strips)
      if line.ratio * Double(size.height) + line.offset < Double(size.width) {
        low = middle
      } else {
        high = middle
      }
    }
    return 1 - exp(-abs(low))
  }

  @Test(arguments: LayoutStyle.allCases)
  func `a search that is cancelled has no layout, with captions either`(style: LayoutStyle) throws {
    let shapes = (0..<40).map { PhotoShape(PixelSize(width: 300 + $0, height: 200)) }
    var request = LayoutRequest(shapes) { $0.style = style }
    request.text = TextShape(
      captions: shapes.map { _ in .even(3) }, title: .even(5), size: .pixels(20))
    for limit in [0, 1, 5, 30, 200] {
      let polls = Atomic(0)
      let choice = try? LayoutChoice(request) {
        polls.add(1, ordering: .relaxed).newValue > limit
      }
      #expect((choice == nil) == (polls.load(ordering: .relaxed) > limit))
      if let choice { #expect(choice[0]?.frames.count == shapes.count) }
    }
  }

  @Test(arguments: 1...5) func `with captions the mosaic still crops least`(count: Int) throws {
    var dice = Dice(UInt64(40 + count))
    // Of five photos there are very many layouts.
    for round in 0..<(count < 5 ? 12 : 4) {
      let shapes = PhotoShape.common(count, &dice)
      var request = LayoutRequest(shapes) {
        $0.balance = 0
        $0.order = .free
        $0.canvas = .pixels(PixelSize.commonCanvases[round % PixelSize.commonCanvases.count])
      }
      // Half of the photos have captions, each round others.
      request.text = TextShape(
        captions: shapes.indices.map { ($0 + round) % 2 == 0 ? .even(1) : nil },
        title: round % 3 == 0 ? .even(1) : nil,
        isTitleAbove: round % 2 == 0, size: .pixels(20))
      let choice = LayoutChoice(request)
      let layouts = choice[0..<choice.count].compactMap(\.self)
      let best = try #require(choice[0])
      let room = try #require(best.room)
      let size = PixelSize(width: best.canvas.width, height: best.canvas.height - room.titleHeight)
      func badness(_ layout: CollageLayout) -> Double {
        let areas = layout.frames.map { Double($0.size.pixels) }
        let whole = areas.reduce(0, +)
        let divergence = areas.map { -log($0 / whole * Double(count)) / Double(count) }.reduce(0, +)
        return Self.crop(layout.tree!, shapes.map(\.ratio), room.strips, size) + 0.1 * divergence
          + 0.02 * Double(layout.nearlyMeetingEdges)
      }
      // Edges of photos above captions nearly meet, too, and cost at most this.
      #expect(layouts.allSatisfy { badness($0) >= badness(best) - 0.08 })
    }
  }

  @Test(arguments: LayoutStyle.allCases)
  func `strips and the title overlap nothing, and all is full`(
    style: LayoutStyle
  ) throws {
    var dice = Dice(7)
    for count in [1, 2, 3, 5, 6, 9] {
      for canvas in [Canvas.auto, .pixels(PixelSize(width: 1200, height: 900))] {
        var request = LayoutRequest(PhotoShape.common(count, &dice)) {
          $0.style = style
          $0.canvas = canvas
          $0.longSide = 1200
          $0.gap = .pixels(8)
          $0.margin = .pixels(12)
        }
        request.border = .pixels(3)
        // Some fit into one line, others need two, or three.
        request.text = TextShape(
          captions: (0..<count).map { [.even(2), nil, .even(60)][$0 % 3] }, title: .even(300),
          isTitleAbove: count % 2 == 0,
          size: .pixels(16))
        let layout = try #require(LayoutChoice(request)[0])
        let room = try #require(layout.room)
        for place in 0..<count where place % 3 != 1 {
          let width = Double(layout.frames[place].size.width) / 16 - 2 * TextMetrics.padding
          let needed = place % 3 == 0 ? 1 : (1...3).first { 60 * 0.6 / Double($0) <= width } ?? 3
          let inRow = (0..<count).filter { other in
            other % 3 != 1 && Self.endsAlike(layout, room, place, other)
          }
          #expect(room.lines[place] >= needed)
          #expect(Set(inRow.map { room.lines[$0] }).count == 1)
          // A row that it was in may have broken up since it got its lines.
          #expect(inRow.count > 1 || room.lines[place] <= needed + 1)
        }
        #expect((0..<count).allSatisfy { (room.lines[$0] == 0) == ($0 % 3 == 1) })
        #expect(room.titleLines == 3)
        let borders = layout.frames.map(\.bounds).map {
          PixelRect(x: $0.x - 3, y: $0.y - 3, width: $0.width + 6, height: $0.height + 6)
        }
        let captions = layout.frames.indices.filter { room.lines[$0] > 0 }.map {
          room.captionArea(below: layout.frames[$0], $0)
        }
        let all = borders + captions + [room.titleArea(on: layout.canvas)]
        for (index, one) in all.enumerated() {
          #expect(one.isInside(layout.canvas))
          for other in all[..<index] {
            #expect(one.intersection(other) == nil, "\(style) \(count) \(one) \(other)")
          }
        }
      }
    }
  }

  @Test func `at a balance of 0 an automatic canvas crops nothing`() throws {
    var dice = Dice(9)
    for count in 1...6 {
      let shapes = PhotoShape.wild(count, &dice).map {
        PhotoShape(ratio: min(max($0.ratio, 0.4), 2.5))
      }
      var request = LayoutRequest(shapes) {
        $0.longSide = 20_000
        $0.balance = 0
      }
      request.text = TextShape(
        captions: shapes.map { _ in .even(1) }, title: .even(1), size: .percent(2))
      let layout = try #require(LayoutChoice(request)[0])
      #expect(max(layout.canvas.width, layout.canvas.height) == 20_000)
      for (frame, shape) in zip(layout.frames, shapes) {
        #expect(abs(Double(frame.size.width) / Double(frame.size.height) / shape.ratio - 1) < 0.01)
      }
    }
  }

  @Test(arguments: [0, 2, 20])
  func `captions in a row have strips of one height, with and without a gap`(gap: Int) throws {
    var dice = Dice(UInt64(60 + gap))
    for count in 2...6 {
      let shapes = PhotoShape.common(count, &dice)
      var request = LayoutRequest(shapes) {
        $0.style = .rows
        $0.canvas = .pixels(PixelSize(width: 1200, height: 900))
        $0.gap = .pixels(Double(gap))
      }
      request.text = TextShape(
        captions: shapes.indices.map { .even($0 % 2 == 0 ? 4 : 90) }, title: nil,
        size: .pixels(20))
      let layout = try #require(LayoutChoice(request)[0])
      let room = try #require(layout.room)
      let rows = Dictionary(grouping: layout.frames.indices) { layout.frames[$0].bounds.y }
      for row in rows.values {
        let areas = row.map { room.captionArea(below: layout.frames[$0], $0) }
        #expect(Set(areas.map(\.y)).count == 1 && Set(areas.map(\.height)).count == 1)
      }
    }
  }

  @Test func `recorded lines are kept, also beside others`() throws {
    let shapes = [1.5, 1.5, 0.7].map { PhotoShape(ratio: $0) }
    var request = LayoutRequest(shapes) {
      $0.style = .grid
      $0.canvas = .pixels(PixelSize(width: 1200, height: 900))
    }
    request.text = TextShape(
      captions: [TextWidths(always: 1), TextWidths(always: 2), nil], title: TextWidths(always: 3),
      size: .percent(3))
    request.text?.alignsRows = false
    let room = try #require(LayoutChoice(request)[0]?.room)
    #expect(room.lines == [1, 2, 0] && room.titleLines == 3)
  }
}

extension TextWidths {
  /// Those of a text that can be broken anywhere.
  fileprivate static func even(_ width: Double) -> TextWidths {
    TextWidths((1...TextMetrics.maxLines).map { width / Double($0) })
  }
}
