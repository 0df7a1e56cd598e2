package import PhotoCodecs

/// Why there is no collage.
package enum CollageError: Error, Hashable, Sendable {
  /// A rule of the selection turns it down.
  case refused(Refusal)
  /// These photos can't be used; at least one, in the order given.
  case photos([PhotoError])
  /// So many photos do not fit on so small a canvas.
  case canvasTooSmall(PixelSize, photos: Int)
  /// The format takes no picture with such long sides.
  case canvasTooLarge(PixelSize, longest: Int)
  case canvasNeedsMemory(PixelSize, bytes: Int, budget: Int)
  case writing(PhotoWriterError)
  case cancelled
}

extension CollageError {
  /// The sentences a user reads, one a line.
  package var messages: [String] {
    switch self {
    case .refused(let refusal): [refusal.description]
    case .photos(let errors): errors.map(\.description)
    case .canvasTooSmall(let canvas, let photos):
      ["a canvas of \(canvas) is too small for \(photos) photos; give a larger one with --canvas"]
    case .canvasTooLarge(let canvas, let longest):
      [
        "a canvas of \(canvas) is too large, this format takes \(longest) pixels a side; give a smaller one with --canvas"
      ]
    case .canvasNeedsMemory(let canvas, let bytes, let budget):
      ["a canvas of \(canvas) needs \(bytes >> 20) MiB, the budget is \(budget >> 20) MiB; raise it with --memory"]
    case .writing(let error): [error.description]
    case .cancelled: ["cancelled; nothing was written"]
    }
  }
}
