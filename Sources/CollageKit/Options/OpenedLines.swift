internal import PhotoLayouts

/// The lines that the texts had in a saved collage that is open now. As long as nothing changes
/// that decides them they stay, because another version may break lines in another way.
struct OpenedLines: Hashable, Sendable {
  /// A shape that gives these lines.
  let shape: TextShape
  private let captions: [String]
  private let layout: LayoutOptions
  private let options: TextOptions
  private let photos: [PhotoOptions]
  private let border: Outline?
  private let borderBottom: Length

  /// - Parameters:
  ///   - captions: of each photo, empty for none.
  ///   - options: those that give the saved frames.
  init(_ shape: TextShape, captions: [String], _ options: CollageOptions) {
    self.shape = shape
    self.captions = captions
    layout = options.layout
    self.options = options.text
    photos = options.photos
    border = options.decoration.border
    borderBottom = options.decoration.borderBottom
  }

  /// Whether these captions have the lines, with these options.
  func are(of captions: [String], _ other: CollageOptions) -> Bool {
    layout == other.layout && options == other.text && photos == other.photos
      && border == other.decoration.border && borderBottom == other.decoration.borderBottom
      && self.captions == captions
  }
}
