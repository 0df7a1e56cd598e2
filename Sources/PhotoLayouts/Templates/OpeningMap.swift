package import Imaging

/// Which pixels of a template show which photo: each opening with the rim that is nearest to it.
package struct OpeningMap: Hashable, Sendable {
  package let size: PixelSize
  /// For each opening its pixels: from the top, in each row from the left.
  private let runs: [[PixelRun]]

  private init(size: PixelSize, runs: [[PixelRun]]) {
    self.size = size
    self.runs = runs
  }

  /// - Parameter number: the opening's, from 1.
  package func runs(of number: Int) -> [PixelRun] { runs[number - 1] }

  /// The smallest rectangle that holds all pixels of an opening.
  ///
  /// - Parameter number: the opening's, from 1.
  package func bounds(of number: Int) -> PixelRect { runs(of: number).bounds }

  /// The same map of the template in another size.
  package func scaled(to other: PixelSize) -> OpeningMap {
    guard other != size else { return self }
    let scaled = runs.map { self.scaled($0, to: other) }
    guard other.width < size.width || other.height < size.height else {
      return OpeningMap(size: other, runs: scaled)
    }
    // Edges of the scaled template are a mix of both sides.
    return OpeningMap(
      size: other,
      runs: Growth.grown(
        scaled, in: other, [.init(scaled.map { _ in Self.coverOfReduced }) { _ in true }])
    )
  }

  /// A pixel belongs to what its middle lies on.
  private func scaled(_ runs: [PixelRun], to other: PixelSize) -> [PixelRun] {
    let (from, to) = (size.width, other.width)
    // The first pixel whose middle, (2n + 1) / 2 of it, doesn't lie before a column.
    func first(_ column: Int) -> Int { max((2 * column * to + from - 1) / (2 * from), 0) }
    var rows: [Int: [PixelRun]] = [:]
    for run in runs { rows[run.y, default: []].append(run) }
    return (0..<other.height).flatMap { (y: Int) -> [PixelRun] in
      let row = (2 * y + 1) * size.height / (2 * other.height)
      return (rows[row] ?? []).compactMap { run in
        let (start, end) = (first(run.columns.lowerBound), first(run.columns.upperBound))
        return start < end ? PixelRun(y: y, start..<end) : nil
      }
    }
  }
}

extension OpeningMap {
  /// How far a rim reaches beyond its opening, as a share of the widest circle in it: what lies
  /// farther away is a translucent part of the template, below which the background lies.
  private static let rimShare = 0.2
  /// How many pixels belong to an opening beyond its rim: where the filter that scales a template
  /// softens its edges.
  private static let cover = 4
  private static let coverOfReduced = 2

  /// - Parameters:
  ///   - openings: in reading order.
  ///   - diameters: of the widest circle in each, in pixels.
  init(_ openings: [ClearRegion], diameters: [Double], in mask: AlphaMask) {
    size = mask.size
    runs = Growth.grown(
      openings.map(\.runs), in: mask.size,
      [
        .init(diameters.map { Int($0 * Self.rimShare) }) {
          AlphaMask.half..<255 ~= mask.values[$0]
        },
        .init(diameters.map { _ in Self.cover }) { mask.values[$0] >= AlphaMask.half },
      ])
  }
}

extension [PixelRun] {
  fileprivate var bounds: PixelRect {
    let left = map(\.columns.lowerBound).min() ?? 0
    let right = map(\.columns.upperBound).max() ?? 0
    let (top, bottom) = (first?.y ?? 0, (last?.y ?? -1) + 1)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
