package import Imaging
package import PhotoCodecs

/// Why there is no collage.
package enum CollageError: Error, Hashable, Sendable {
  /// Refused by a rule of the selection.
  case refused(Refusal)
  /// These photos can't be used: at least one, in the order in which they were given.
  case photos([PhotoError])
  /// The photos don't fit on such a small canvas; its size is nil if only the long side was given.
  case canvasTooSmall(PixelSize?, longSide: Int, photos: Int)
  /// The format can't store such a long side.
  case canvasTooLarge(PixelSize, longest: Int)
  /// The format can't store a canvas of this long side; its other side wasn't given.
  case longSideTooLarge(Int, longest: Int)
  case canvasNeedsMemory(PixelSize, bytes: Int, budget: Int)
  /// The search for a layout of so many photos takes more memory than is allowed.
  case layoutNeedsMemory(photos: Int, bytes: Int, budget: Int)
  /// Only without the HDR of its photos does the canvas fit the memory limit.
  case hdrNeedsMemory(PixelSize, bytes: Int, budget: Int)
  /// The system has no memory left for the canvas; `withHDR` if it has enough for one without.
  case outOfMemory(PixelSize, withHDR: Bool = false)
  /// The background is transparent, which this format can't be.
  ///
  /// - Parameter byName: whether the output's name decides the format.
  case transparency(OutputFormat, byName: Bool)
  /// No loss is wanted, which this format always has.
  case lossless(OutputFormat)
  /// The chosen rank, from 1, is higher than the number of layouts.
  case noSuchLayout(Int, of: Int)
  /// The given layout is for other photos, whose numbers, from 1, are these.
  case otherPhotosInLayout([Int], photos: Int)
  /// The canvas has other proportions than the template.
  case templateShape(PixelSize, canvas: PixelSize)
  case printing(PrintError)
  case text(TextError)
  case code(CodeError)
  case palette(PaletteFault)
  /// The pages can't be made as they were asked for.
  case pages(PagesFault)
  case writing(PhotoWriterError)
  case cancelled

  /// The sentences for the user, one per line.
  package func messages(_ remedies: Remedies) -> [String] {
    switch self {
    case .refused(let refusal): [refusal.description]
    case .photos(let errors): errors.map { $0.message(remedies) }
    case .canvasTooSmall(let size?, _, let photos):
      [
        "a canvas of \(size) is too small for \(photos) photos in this layout; "
          + "\(remedies(.canvasTooSmall))"
      ]
    case .canvasTooSmall(nil, let longSide, let photos):
      [
        "a long side of \(longSide) is too small for \(photos) photos in this layout; "
          + "\(remedies(.longSideTooSmall))"
      ]
    case .canvasTooLarge(let canvas, let longest):
      [
        "a canvas of \(canvas) is too large: this format allows \(longest) pixels a side; "
          + "\(remedies(.canvasTooLarge))"
      ]
    case .longSideTooLarge(let longSide, let longest):
      [
        "a long side of \(longSide) is too large: this format allows \(longest) pixels; "
          + "\(remedies(.canvasTooLarge))"
      ]
    case .canvasNeedsMemory(let canvas, let bytes, let budget):
      [
        "a canvas of \(canvas) needs \(bytes.roundedUpBytes), but the memory limit is "
          + "\(budget.roundedDownBytes); "
          + remedies(.canvasNeedsMemory)
      ]
    case .layoutNeedsMemory(let photos, let bytes, let budget):
      [
        "a layout of \(photos) photos needs \(bytes.roundedUpBytes), but the memory limit is "
          + "\(budget.roundedDownBytes); "
          + remedies(.layoutNeedsMemory)
      ]
    case .hdrNeedsMemory(let canvas, let bytes, let budget):
      [
        "a canvas of \(canvas) with HDR needs \(bytes.roundedUpBytes), but the memory limit is "
          + "\(budget.roundedDownBytes); "
          + remedies(.hdrNeedsMemory)
      ]
    case .outOfMemory(let canvas, let withHDR):
      [
        "the system doesn't have enough memory for a canvas of "
          + "\(canvas)\(withHDR ? " with HDR" : ""); "
          + remedies(withHDR ? .hdrTooLarge : .canvasTooLarge)
      ]
    case .transparency(let format, let byName):
      ["a \(format.name) can't be transparent; \(remedies(.transparency(byName: byName)))"]
    case .lossless(let format):
      ["an \(format.name) is never lossless here; \(remedies(.lossless))"]
    case .noSuchLayout(let pick, let count):
      [
        "there is no layout \(pick); "
          + "\(count == 1 ? "there is only one" : "choose from 1 to \(count)")"
      ]
    case .otherPhotosInLayout(let numbers, let photos):
      [
        "the layout uses photos \(numbers.map(String.init).listed), but \(photos) are given; "
          + remedies(.otherPhotosInLayout)
      ]
    case .templateShape(let template, let canvas):
      [
        "the template is \(template), and a canvas of \(canvas) has another shape; "
          + "\(remedies(.templateShape))"
      ]
    case .printing(let error): [error.message(remedies)]
    case .text(let error): [error.description]
    case .code(let error): [error.description]
    case .palette(let fault): [fault.description]
    case .pages(let fault): [fault.description]
    case .writing(let error): [error.message(remedies)]
    case .cancelled: ["cancelled; nothing was written"]
    }
  }
}
