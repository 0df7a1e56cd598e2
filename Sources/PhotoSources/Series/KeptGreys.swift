package import Imaging

/// The greys of a photo, in memory or in a file.
package final class KeptGreys: Hashable, Sendable {
  private enum Place {
    case memory(GreyGrid)
    case file(GreysFile, Int)
  }

  /// Different for different greys, but for a rare coincidence.
  let fingerprint: UInt64
  private let place: Place

  /// - Parameter file: nil to keep them in memory.
  package convenience init(_ greys: GreyGrid) { self.init(greys, in: nil) }

  init(_ greys: GreyGrid, in file: GreysFile?) {
    fingerprint = greys.fingerprint
    place =
      if let file, let start = file.append(greys) { .file(file, start) } else { .memory(greys) }
  }

  /// - Cost: reading them, if they are in a file.
  package var grid: GreyGrid {
    switch place {
    case .memory(let greys): greys
    case .file(let file, let start): file.greys(at: start)
    }
  }

  package static func == (first: KeptGreys, second: KeptGreys) -> Bool {
    first === second || first.fingerprint == second.fingerprint && first.grid == second.grid
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
