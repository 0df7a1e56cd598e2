package import Imaging

/// Why a collage can't have its QR code.
package enum CodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text has too many bytes for a code that is read reliably.
  case tooLong
  /// Its field needs so many pixels a side.
  case noRoom(side: Int, PixelSize)

  package var description: String {
    switch self {
    case .tooLong: "the text of the QR code is too long; it may have 400 bytes"
    case .noRoom(let side, let canvas):
      "the QR code needs \(side) pixels a side to be read, which a canvas of \(canvas) doesn't "
        + "have; shorten its text, or choose a larger canvas"
    }
  }
}
