package import PhotoCodecs

/// Why a collage can't have an e-ink screen's colours.
package enum PaletteFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// This format mixes colours.
  case format(OutputFormat)
  /// The background is transparent.
  case transparency

  package var description: String {
    switch self {
    case .format(let format):
      "a \(format.rawValue.uppercased()) doesn't keep the colours of a palette; write a PNG, whose "
        + "name ends in .png"
    case .transparency:
      "the colours of a palette are opaque; choose another background"
    }
  }
}
