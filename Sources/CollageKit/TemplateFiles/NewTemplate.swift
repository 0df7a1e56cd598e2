internal import Glibc
package import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits

/// Draws a plain template: one colour with openings.
package struct NewTemplate: Sendable {
  private let kind: TemplateKind
  private let size: PixelSize
  private let colour: Colour
  private let density: Density?

  /// An opening, or a hole that is decoration.
  private struct Hole {
    let area: PixelRect
    /// Of the corners, in pixels.
    var radius = 0
  }

  /// - Parameters:
  ///   - size: in pixels.
  ///   - density: its print resolution; nil for a template that isn't on paper.
  package init(_ kind: TemplateKind, size: PixelSize, colour: Colour, density: Density?) {
    self.density = density
    self.kind = kind
    self.size = size
    self.colour = colour
  }

  /// The picture, then finished; or the failure `canvasTooSmall`, `canvasNeedsMemory` or
  /// `outOfMemory`. Cold.
  package func picture(_ resources: Resources) -> Single<PlainPicture, CollageError> {
    .work { _ throws(CollageError) in
      guard Raster.bytes(of: size) <= resources.memory.total else {
        throw resources.shortage(for: size)
      }
      let holes = holes
      // An opening that is a hair wide would be none.
      guard !holes.isEmpty, holes.allSatisfy({ min($0.area.width, $0.area.height) >= 4 }) else {
        throw .canvasTooSmall(size, longSide: max(size.width, size.height), photos: holes.count)
      }
      let raster = try Raster.allocated(
        size, filledWith: colour, orThrow: { CollageError.outOfMemory($0) })
      for hole in holes { cut(hole, out: raster) }
      return PlainPicture(
        PixelBands(raster, as: .png(.default), hasAlpha: true), density: density,
        threads: resources.jobs)
    }
  }

  private func cut(_ hole: Hole, out raster: Raster) {
    let area = hole.area
    let shape = RoundedRectangle(
      x: Float(area.x), y: Float(area.y), width: Float(area.width), height: Float(area.height),
      radius: Float(hole.radius))
    for y in area.y..<area.y + area.height {
      raster.withRow(y) { row in
        for x in area.x..<area.x + area.width {
          let left = 1 - shape.coverage(Float(x) + 0.5, Float(y) + 0.5)
          row[4 * x + 3] = min(row[4 * x + 3], UInt8((left * Float(colour.alpha)).rounded()))
        }
      }
    }
  }

  private var shortSide: Int { min(size.width, size.height) }

  /// A share of the short side in whole pixels.
  private func part(_ share: Double) -> Int { Int((Double(shortSide) * share).rounded()) }

  private var holes: [Hole] {
    switch kind {
    case .strip: strip
    case .polaroid: polaroid
    case .filmstrip: filmstrip
    case .grid(let columns, let rows):
      cells(
        columns, rows, in: PixelRect(size).inset(part(0.04)), gap: part(0.03)
      ).map { Hole(area: $0) }
    case .mosaic: mosaic
    }
  }

  private var strip: [Hole] {
    let margin = part(0.06)
    let inside = PixelRect(size).inset(margin)
    let isUpright = size.height >= size.width
    // Room for words: as much as an eighth of the length.
    let footer = max(size.width, size.height) / 8
    let area = PixelRect(
      x: inside.x, y: inside.y, width: inside.width - (isUpright ? 0 : footer),
      height: inside.height - (isUpright ? footer : 0))
    return cells(isUpright ? 1 : 4, isUpright ? 4 : 1, in: area, gap: part(0.04)).map {
      Hole(area: $0)
    }
  }

  private var polaroid: [Hole] {
    let side = Int((Double(size.width) * 0.06).rounded())
    let bottom = Int((Double(size.height) * 0.21).rounded())
    return [
      Hole(
        area: PixelRect(
          x: side, y: side, width: size.width - 2 * side, height: size.height - side - bottom))
    ]
  }

  private var filmstrip: [Hole] {
    let isUpright = size.height >= size.width
    let length = max(size.width, size.height)
    let edge = part(0.13)
    let gap = part(0.04)
    let frames = cells(
      1, 4, in: PixelRect(x: edge, y: gap / 2, width: shortSide - 2 * edge, height: length - gap),
      gap: gap)
    let count = 4 * max(Int((Double(length) / 4 / Double(max(part(0.11), 1))).rounded()), 1)
    let (width, height) = (part(0.055), min(part(0.065), length / count / 2))
    let perforation = (0..<count).flatMap { number in
      let y = (2 * number + 1) * length / (2 * count) - height / 2
      return [edge / 2 - width / 2, shortSide - edge / 2 - (width - width / 2)].map {
        PixelRect(x: $0, y: y, width: width, height: height)
      }
    }
    let holes =
      frames.map { Hole(area: $0, radius: part(0.015)) }
      + perforation.map { Hole(area: $0, radius: max(width / 5, 1)) }
    return isUpright
      ? holes
      : holes.map {
        let area = $0.area
        return Hole(
          area: PixelRect(x: area.y, y: area.x, width: area.height, height: area.width),
          radius: $0.radius)
      }
  }

  /// As six photos of common shapes would be laid out.
  private var mosaic: [Hole] {
    let sides = [(3, 2), (2, 3), (3, 2), (3, 2), (1, 1), (3, 2)]
    var options = LayoutOptions()
    options.canvas = .pixels(size)
    (options.gap, options.margin) = (.percent(3), .percent(4))
    let shapes = sides.map { PhotoShape(PixelSize(width: $0.0 * 1000, height: $0.1 * 1000)) }
    let layout = LayoutChoice(LayoutRequest(shapes, options))[0]
    return (layout?.frames ?? []).map { Hole(area: $0.bounds) }
  }

  /// Cells of equal size; edges are rounded, so that they differ by a pixel at most.
  private func cells(_ columns: Int, _ rows: Int, in area: PixelRect, gap: Int) -> [PixelRect] {
    func spans(_ count: Int, _ start: Int, _ length: Int) -> [(start: Int, length: Int)] {
      (0..<count).map { number in
        let first = number * (length + gap) / count
        let end = (number + 1) * (length + gap) / count - gap
        return (start + first, max(end - first, 0))
      }
    }
    return spans(rows, area.y, area.height).flatMap { row in
      spans(columns, area.x, area.width).map {
        PixelRect(x: $0.start, y: row.start, width: $0.length, height: row.length)
      }
    }
  }
}

extension PixelRect {
  /// Without so many pixels at each edge.
  fileprivate func inset(_ edge: Int) -> PixelRect {
    PixelRect(
      x: x + edge, y: y + edge, width: max(width - 2 * edge, 0), height: max(height - 2 * edge, 0))
  }
}
