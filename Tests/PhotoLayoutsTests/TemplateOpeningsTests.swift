import Foundation
import Imaging
import Testing

@testable import PhotoLayouts

/// Where the openings of a template are, by its opacity alone.
struct TemplateOpeningsTests {
  /// A mask that is clear where a shape's depth is above 0, with an edge of so many pixels.
  private func mask(
    _ width: Int, _ height: Int, rim: Double = 1, _ shapes: [(Double, Double) -> Double]
  ) throws -> AlphaMask {
    var values: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let depth = shapes.map { $0(Double(x) + 0.5, Double(y) + 0.5) }.max() ?? -1
        values.append(UInt8(255 * (1 - min(max(depth / rim + 0.5, 0), 1))))
      }
    }
    return try Self.mask(width, height, values)
  }

  private static func mask(_ width: Int, _ height: Int, _ values: [UInt8]) throws -> AlphaMask {
    AlphaMask(size: PixelSize(width: width, height: height), values: try ValueMemory(values))
  }

  private func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, turned degrees: Double = 0
  ) -> (Double, Double) -> Double {
    let angle = degrees * .pi / 180
    return { px, py in
      let (dx, dy) = (px - x - width / 2, py - y - height / 2)
      let (u, v) = (dx * cos(angle) + dy * sin(angle), dy * cos(angle) - dx * sin(angle))
      return min(width / 2 - abs(u), height / 2 - abs(v))
    }
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> (Double, Double) -> Double {
    { px, py in radius - hypot(px - x, py - y) }
  }

  @Test func `rectangles are found to the pixel, in reading order`() throws {
    let found = try TemplateOpenings(
      of: mask(
        300, 200,
        [
          rectangle(160, 20, 100, 70), rectangle(20, 30, 100, 60), rectangle(170, 110, 90, 70),
          rectangle(30, 118, 90, 60),
        ]))
    #expect(
      found.openings.map(\.bounds) == [
        PixelRect(x: 20, y: 30, width: 100, height: 60),
        PixelRect(x: 160, y: 20, width: 100, height: 70),
        PixelRect(x: 30, y: 118, width: 90, height: 60),
        PixelRect(x: 170, y: 110, width: 90, height: 70),
      ])
    #expect(found.openings.map(\.number) == [1, 2, 3, 4])
    #expect(found.openings.allSatisfy { $0.turn == 0 && $0.rectangle == Region(of: $0.bounds) })
  }

  @Test(arguments: [1.2, 5, -12, 30, -38.5, 43.6])
  func `a turned rectangle is found with its own sides`(turn: Double) throws {
    let found = try TemplateOpenings(
      of: mask(400, 400, rim: 4, [rectangle(120, 140, 160, 120, turned: turn)]))
    let opening = try #require(found.openings.first)
    #expect(abs(opening.turn - turn) < 0.1)
    let area = opening.rectangle
    #expect(
      abs(area.x - 120) < 1 && abs(area.y - 140) < 1 && abs(area.width - 160) < 1
        && abs(area.height - 120) < 1)
  }

  @Test(arguments: [0, 0.5, 44.6, 90])
  func `what hardly stands at an angle, or as much as that, is upright`(turn: Double) throws {
    let found = try TemplateOpenings(
      of: mask(400, 400, [rectangle(120, 140, 160, 120, turned: turn)]))
    #expect(found.openings.map(\.turn) == [0])
  }

  @Test func `circles are no turned rectangles`() throws {
    let found = try TemplateOpenings(of: mask(200, 200, [circle(100, 100, 70)]))
    #expect(found.openings.map(\.turn) == [0])
    #expect(found.openings.map(\.bounds) == [PixelRect(x: 30, y: 30, width: 140, height: 140)])
  }

  @Test func `small and narrow holes are decoration`() throws {
    let photo = rectangle(40, 40, 200, 200)
    let specks = [circle(300, 20, 3), circle(330, 60, 4)]
    // Large enough, but a line.
    let line = rectangle(20, 270, 360, 8)
    // A frame around the opening, narrower than a fifth of it.
    let rim: (Double, Double) -> Double = { x, y in
      min(rectangle(20, 20, 240, 240)(x, y), -rectangle(30, 30, 220, 220)(x, y))
    }
    let found = try TemplateOpenings(of: mask(400, 300, [photo, line, rim] + specks))
    #expect(found.openings.map(\.bounds) == [PixelRect(x: 40, y: 40, width: 200, height: 200)])
  }

  @Test func `a tenth of a percent of the area is enough, if it is wide enough`() throws {
    // Of 400 x 600 pixels, 240.
    func count(_ side: Double, _ height: Double) throws -> Int {
      try TemplateOpenings(
        of: mask(600, 400, [rectangle(300, 200, side, height), rectangle(20, 20, 60, 60)])
      ).openings.count
    }
    #expect(try count(20, 12) == 2 && count(18, 13) == 1)
  }

  @Test func `regions that touch at corners alone are two`() throws {
    var values = [UInt8](repeating: 255, count: 100 * 100)
    for y in 0..<100 {
      for x in 0..<100 where (x < 50) == (y < 50) { values[y * 100 + x] = 0 }
    }
    let found = try TemplateOpenings(
      of: Self.mask(100, 100, values))
    #expect(found.openings.count == 2)
  }

  @Test func `each rim belongs to the nearest opening, and no pixel to two`() throws {
    let mask = try mask(
      260, 120, rim: 20, [rectangle(20, 20, 100, 80), rectangle(136, 20, 100, 80)])
    let found = try TemplateOpenings(of: mask)
    #expect(found.openings.count == 2)
    var owners: [Int: Int] = [:]
    for number in 1...2 {
      for run in found.map.runs(of: number) {
        for x in run.columns {
          #expect(owners.updateValue(number, forKey: run.y * 260 + x) == nil)
        }
      }
    }
    // All that is not opaque is some photo's.
    for (index, alpha) in mask.values.enumerated()
    where alpha < 255 && !(125...130).contains(index % 260) {
      #expect(owners[index] == (index % 260 < 128 ? 1 : 2), "\(index % 260), \(index / 260)")
    }
  }

  @Test func `far from an opening, translucent parts of a template are its own`() throws {
    var values = [UInt8](repeating: 160, count: 400 * 200)
    for y in 50..<150 {
      for x in 50..<150 { values[y * 400 + x] = 0 }
    }
    let found = try TemplateOpenings(
      of: Self.mask(400, 200, values))
    let visible = found.map.bounds(of: 1)
    #expect(visible.x > 25 && visible.width < 150)
  }

  @Test(arguments: [(100, 60), (500, 300), (37, 22)])
  func `a scaled map covers the scaled openings`(width: Int, height: Int) throws {
    let shapes = [rectangle(15, 15, 100, 90), rectangle(135, 15, 100, 120, turned: 20)]
    let found = try TemplateOpenings(of: mask(250, 150, shapes))
    let map = try found.map.scaled(to: PixelSize(width: width, height: height))
    var owners: [Int: Int] = [:]
    for number in 1...2 {
      #expect(map.bounds(of: number).isInside(map.size))
      for run in map.runs(of: number) {
        for x in run.columns {
          #expect(owners.updateValue(number, forKey: run.y * width + x) == nil)
        }
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let px = (Double(x) + 0.5) * 250 / Double(width)
        let py = (Double(y) + 0.5) * 150 / Double(height)
        for (index, shape) in shapes.enumerated() where shape(px, py) > 1 {
          #expect(owners[y * width + x] == index + 1)
        }
      }
    }
  }

  @Test func `a picture without holes has no openings`() throws {
    #expect(try TemplateOpenings(of: mask(50, 40, [])).openings.isEmpty)
  }

  /// One opening of this width that fills a picture, turning back and forth.
  private func winding(_ side: Int, width: Int) throws -> AlphaMask {
    var values = [UInt8](repeating: 0, count: side * side)
    for y in stride(from: width, to: side, by: width + 1) {
      let isOpenOnLeft = y / (width + 1) % 2 == 0
      for x in 0..<side - width { values[y * side + (isOpenOnLeft ? x + width : x)] = 255 }
    }
    return try Self.mask(side, side, values)
  }

  @Test(arguments: [1, 2, 7]) func `memory is bounded by the picture, however an opening winds`(
    width: Int
  ) throws {
    let mask = try winding(300, width: width)
    // At most 4 bytes of a pixel to measure, 6 to let the opening grow, and its runs.
    let memory = 8 * mask.size.pixels
    let found = try TemplateOpenings(of: mask, memory: memory)
    #expect(found.openings.map(\.bounds) == [PixelRect(mask.size)])
    #expect(found.map.bytes < memory)
    let error = #expect(throws: OutOfMemory.self) {
      _ = try TemplateOpenings(of: mask, memory: 3 * mask.size.pixels)
    }
    #expect((error?.needed ?? 0) > 3 * mask.size.pixels)
  }

  @Test func `single pixels are no openings, however many`() throws {
    let values = (0..<200 * 200).map { place -> UInt8 in
      (place % 200 + place / 200).isMultiple(of: 2) ? 0 : 255
    }
    #expect(try TemplateOpenings(of: Self.mask(200, 200, values)).openings.isEmpty)
  }
}
