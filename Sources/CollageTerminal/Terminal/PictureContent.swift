internal import Imaging
internal import PhotoCodecs
internal import TerminalPictures

/// What is shown in the place of a picture.
enum PictureContent: Hashable, Sendable {
  case rows([LiveRegion.Row])
  /// Why there is no picture.
  case failed(reason: String)

  static let nothing = PictureContent.rows([])
}

extension PicturePlacement {
  /// Converts a raster to what a terminal shows.
  ///
  /// - Parameters:
  ///   - raster: of the size `pixels`.
  ///   - marks: written over a picture that is made of characters.
  ///   - background: that of the terminal.
  ///   - isExact: whether a picture of pixels may be long, but has no errors.
  func content(
    of raster: Raster, marks: CellMarks = CellMarks(),
    on background: TerminalCapabilities.Background, isExact: Bool
  ) -> PictureContent {
    switch mode {
    case .kitty, .kittyPlaceholders, .iterm2, .sixel:
      do throws(CodecError) {
        return .rows([.picture(try picture(of: raster, isExact: isExact))])
      } catch {
        return .failed(reason: "it can't be encoded: \(error)")
      }
    case .blocks24, .blocks256:
      let depth = mode == .blocks24 ? QuadrantBlocks.ColourDepth.trueColour : .palette256
      return .rows(
        QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: depth, marks: marks)
          .map { .text($0) })
    case .ascii:
      return .rows(
        ASCIIArt.rows(of: raster, columns: columns, rows: rows, on: background, marks: marks).map {
          .text($0)
        })
    case .off: return .nothing
    }
  }

  private func picture(of raster: Raster, isExact: Bool) throws(CodecError) -> TerminalPicture {
    switch mode {
    case .iterm2: try .iterm2(raster, columns: columns, rows: rows)
    case .sixel: .sixel(raster, columns: columns, rows: rows)
    default:
      try .kitty(
        raster, columns: columns, rows: rows, throughTmux: mode == .kittyPlaceholders,
        isExact: isExact)
    }
  }
}
