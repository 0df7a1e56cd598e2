internal import PhotoCodecs
internal import TerminalPictures

/// Where and how pictures are shown.
struct PictureDisplay: Hashable {
  var mode = PictureMode.off
  var background = TerminalCapabilities.Background.dark
  var window: TerminalSize
  /// A cell's size in pixels as the terminal has reported it; nil if unknown.
  var cell: PixelSize?

  /// A cell's size in pixels: the window's own report first, since it follows changes of the font.
  var shownCell: PixelSize? { window.cell ?? cell }
}
