internal import PhotoCodecs
internal import TerminalPictures

/// How pictures are shown.
struct PictureDisplay: Hashable, Sendable {
  var mode = PictureMode.off
  var background = TerminalCapabilities.Background.dark
  /// A cell's size in pixels; nil if unknown.
  var cell: PixelSize?
}
