import Foundation
import Imaging
import Testing

@testable import PhotoLayouts

/// Parts of an opening across which a band lies, and what only looks like that.
struct OpeningPartTests {
  typealias Shape = @Sendable (_ x: Double, _ y: Double) -> Bool

  /// The openings of a template that is clear in the shapes but not in the bands, of 180 x 150
  /// pixels, of which each is two units wide and high.
  private func openings(
    _ shapes: [Shape], without bands: [Shape] = [], joining joins: Bool = true,
    _ width: Int = 180, _ height: Int = 150
  ) throws -> TemplateOpenings {
    let values = (0..<width * height).map { index -> UInt8 in
      let (x, y) = (Double(2 * (index % width) + 1), Double(2 * (index / width) + 1))
      return shapes.contains { $0(x, y) } && !bands.contains { $0(x, y) } ? 0 : 255
    }
    let mask = AlphaMask(
      size: PixelSize(width: width, height: height), values: try ValueMemory(values))
    return try TemplateOpenings(of: mask, joiningParts: joins)
  }

  private func partCounts(_ shapes: Shape..., without bands: [Shape] = []) throws -> [Int] {
    try openings(shapes, without: bands).openings.map(\.partCount)
  }

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0
  ) -> Shape {
    { px, py in
      let across = abs(px - x - width / 2) - width / 2 + radius
      let down = abs(py - y - height / 2) - height / 2 + radius
      return hypot(max(across, 0), max(down, 0)) <= radius
        && max(across, down) <= radius
    }
  }

  private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Shape {
    { px, py in hypot(px - x, py - y) < radius }
  }

  /// A band through a point, whose edges may be waves.
  private static func band(
    _ x: Double, _ y: Double, turned degrees: Double, width: Double, waves: Double = 0
  ) -> Shape {
    let angle = degrees * .pi / 180
    return { px, py in
      let along = (px - x) * cos(angle) + (py - y) * sin(angle)
      let across = (py - y) * cos(angle) - (px - x) * sin(angle)
      return abs(across - waves * sin(along / 12)) < width / 2
    }
  }

  private static func heart(_ x: Double, _ y: Double, _ side: Double) -> Shape {
    { px, py in
      let (u, v) = ((px - x) / side, 0.15 - (py - y) / side)
      let square = u * u + v * v - 1
      return square * square * square - u * u * v * v * v < 0
    }
  }

  private let wide = rectangle(50, 50, 260, 200)

  @Test(arguments: [8.0, 25, -38, 60, 82], [12.0, 30])
  func `a ribbon at an angle doesn't make two of a rectangle`(turn: Double, width: Double) throws {
    let found = try openings(
      [wide], without: [Self.band(170, 155, turned: turn, width: width)])
    #expect(found.openings.map(\.partCount) == [2] && found.hasParts)
    let opening = try #require(found.openings.first)
    #expect(opening.bounds == PixelRect(x: 25, y: 25, width: 130, height: 100))
    #expect(opening.rectangle == Region(of: opening.bounds) && opening.turn == 0)
    // The photo lies below both, and the ribbon hides some of it.
    #expect(found.map.bounds(of: 1).width >= 130 && found.map.bounds(of: 1).height >= 100)
    let shape = try #require(opening.shape)
    let middle = Region(x: 0.45, y: 0.5, width: 0.02, height: 0.02)
    let corner = Region(x: 0.02, y: 0.02, width: 0.1, height: 0.1)
    #expect(shape.visibleShare(of: middle) == 0 && shape.visibleShare(of: corner) == 1)
  }

  @Test(arguments: [0.0, 20, 90], [0.0, 45, -70])
  func `a ribbon doesn't make two of a circle or of a heart, whatever its angle`(
    turn: Double, offset: Double
  ) throws {
    #expect(
      try partCounts(
        Self.circle(180, 150, 120),
        without: [Self.band(180 + offset / 2, 150 + offset, turned: turn, width: 22)]) == [2])
    // Its lower end lies below the middle.
    if turn < 90, offset < 45 {
      #expect(
        try partCounts(
          Self.heart(180, 150, 100), without: [Self.band(180, 165, turned: turn, width: 18)])
          == [2])
    }
  }

  @Test func `a ribbon with waves as edges divides a circle`() throws {
    #expect(
      try partCounts(
        Self.circle(180, 150, 120),
        without: [Self.band(180, 150, turned: 0, width: 30, waves: 8)]) == [2])
  }

  @Test func `a turned rectangle stays one, with its own sides`() throws {
    let angle = 15 * Double.pi / 180
    let turned: Shape = { x, y in
      let (dx, dy) = (x - 180, y - 150)
      return abs(dx * cos(angle) + dy * sin(angle)) < 110
        && abs(dy * cos(angle) - dx * sin(angle)) < 80
    }
    let found = try openings(
      [turned], without: [Self.band(180, 150, turned: 55, width: 20)])
    let opening = try #require(found.openings.first)
    #expect(found.openings.count == 1 && opening.partCount == 2)
    #expect(abs(opening.turn - 15) < 0.5 && abs(opening.rectangle.width - 110) < 2)
  }

  @Test func `a part may be too narrow for an opening of its own`() throws {
    let ribbon = Self.band(70, 70, turned: -45, width: 20)
    let found = try openings([wide], without: [ribbon])
    #expect(found.openings.map(\.partCount) == [2])
    #expect(found.openings.first?.bounds.x == 25)
    #expect(try openings([wide], without: [ribbon], joining: false).openings.count == 1)
  }

  @Test func `on request all are separate, and it is known that they needn't be`() throws {
    let ribbon = Self.band(180, 150, turned: 25, width: 20)
    let found = try openings([wide], without: [ribbon], joining: false)
    #expect(found.openings.map(\.partCount) == [1, 1] && found.hasParts)
    #expect(try !openings([wide]).hasParts)
  }

  @Test(arguments: [4.0, 40], [0.0, 30])
  func `photos of a strip and of a grid are several, also with round corners`(
    gap: Double, radius: Double
  ) throws {
    let width = (320 - gap) / 2
    let height = (260 - gap) / 2
    let cells = [0, 1].flatMap { row in
      [0, 1].map { column in
        Self.rectangle(
          20 + column * (width + gap), 20 + row * (height + gap), width, height, radius: radius)
      }
    }
    #expect(try openings(cells).openings.map(\.partCount) == [1, 1, 1, 1])
    #expect(try openings(Array(cells.prefix(2))).openings.map(\.partCount) == [1, 1])
    // Nor need they be equally large.
    #expect(
      try partCounts(
        Self.rectangle(20, 20, 100, 240, radius: radius),
        Self.rectangle(120 + gap, 20, 200 - gap, 240, radius: radius)) == [1, 1])
  }

  @Test func `stickers on the corners of photos in a strip don't join these`() throws {
    let strip = (0..<3).map { Self.rectangle(60, 10 + 94 * Double($0), 240, 84) }
    let stickers = [
      Self.circle(60, 94, 30), Self.circle(300, 100, 26), Self.circle(296, 200, 34),
      Self.circle(70, 290, 30),
    ]
    #expect(try openings(strip, without: stickers).openings.map(\.partCount) == [1, 1, 1])
  }

  @Test func `shapes beside each other are several`() throws {
    #expect(try partCounts(Self.circle(100, 150, 74), Self.circle(256, 150, 74)) == [1, 1])
    #expect(try partCounts(Self.heart(95, 150, 66), Self.heart(262, 150, 66)) == [1, 1])
    // An inset in the corner of another photo.
    #expect(
      try openings(
        [wide],
        without: [
          { x, y in
            Self.rectangle(200, 160, 200, 200)(x, y) && !Self.rectangle(208, 168, 200, 200)(x, y)
          }
        ]
      ).openings.map(\.partCount) == [1, 1])
  }

  @Test func `slanted gaps that are as wide as the others are those of a comic`() throws {
    let rows = [Self.rectangle(20, 20, 320, 125), Self.rectangle(20, 155, 320, 125)]
    let (upper, lower) = (
      Self.band(150, 80, turned: 75, width: 10), Self.band(220, 220, turned: 105, width: 10)
    )
    let gaps: [Shape] = [{ $1 < 150 && upper($0, $1) }, { $1 > 150 && lower($0, $1) }]
    #expect(try openings(rows, without: gaps).openings.count == 4)
    // So are those that are as wide as the margin.
    #expect(
      try partCounts(
        Self.rectangle(8, 8, 344, 284), without: [Self.band(180, 150, turned: 70, width: 8)])
        == [1, 1])
  }

  @Test func `openings with ribbons keep their order among others`() throws {
    let ribbon = Self.band(270, 76, turned: 12, width: 14)
    let found = try openings(
      [
        Self.rectangle(10, 10, 150, 120), Self.circle(270, 70, 60),
        Self.rectangle(10, 160, 150, 130), Self.rectangle(200, 170, 150, 120),
      ],
      without: [{ $0 > 180 && $1 < 150 && ribbon($0, $1) }])
    #expect(found.openings.map(\.partCount) == [1, 2, 1, 1])
    #expect(found.openings.map(\.number) == [1, 2, 3, 4])
  }
}

/// What of an opening's rectangle shows its photo.
struct OpeningShapeTests {
  private static func shape(_ isClear: (Double, Double) -> Bool) throws -> TemplateOpenings {
    let values = (0..<200 * 200).map { index -> UInt8 in
      isClear(Double(index % 200) + 0.5, Double(index / 200) + 0.5) ? 0 : 255
    }
    return try TemplateOpenings(
      of: AlphaMask(
        size: PixelSize(width: 200, height: 200), values: try ValueMemory(values)))
  }

  @Test func `a rectangle shows all, a circle no corner`() throws {
    let rectangle = try Self.shape { x, y in (20...180).contains(x) && (40...160).contains(y) }
    #expect(rectangle.openings.map(\.shape) == [nil])
    let circle = try Self.shape { x, y in hypot(x - 100, y - 100) < 80 }
    let shape = try #require(circle.openings.first?.shape)
    #expect(shape.visibleShare(of: Region(x: 0.3, y: 0.3, width: 0.4, height: 0.4)) == 1)
    #expect(shape.visibleShare(of: Region(x: 0, y: 0, width: 0.13, height: 0.13)) == 0)
    let halfway = shape.visibleShare(of: Region(x: -0.2, y: 0.3, width: 0.4, height: 0.4))
    #expect(halfway > 0.4 && halfway < 0.55)
  }

  @Test func `photos go where their sum costs least`() {
    #expect(CheapestAssignment.columns(for: []) == [])
    #expect(CheapestAssignment.columns(for: [[7]]) == [0])
    #expect(CheapestAssignment.columns(for: [[4, 1, 3], [2, 0, 5], [3, 2, 2]]) == [1, 0, 2])
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let costs = (0..<5).map { _ in (0..<5).map { _ in Int.random(in: 0...9, using: &random) } }
      func sum(_ columns: [Int]) -> Int { zip(costs, columns).reduce(0) { $0 + $1.0[$1.1] } }
      let found = CheapestAssignment.columns(for: costs)
      #expect(found.sorted() == [0, 1, 2, 3, 4])
      #expect(sum(found) == Self.orders(5).map(sum).min(), "\(costs)")
    }
  }

  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0..<count).map { place in
        Array(order[..<place]) + [count - 1] + Array(order[place...])
      }
    }
  }
}
