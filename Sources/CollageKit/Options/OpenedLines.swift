internal import PhotoLayouts

/// The lines that the texts had in a saved collage that is open now. As long as nothing changes
/// that decides them they stay, because another version may break lines in another way.
struct OpenedLines: Hashable, Sendable {
  let text: Recipe.Text
  private let layout: LayoutOptions
  private let options: TextOptions
  private let photos: [PhotoOptions]
  private let border: Outline?

  /// - Parameter options: those that give the saved frames.
  init(_ text: Recipe.Text, _ options: CollageOptions) {
    self.text = text
    layout = options.layout
    self.options = options.text
    photos = options.photos
    border = options.decoration.border
  }

  func are(of texts: CollageTexts, _ other: CollageOptions) -> Bool {
    layout == other.layout && options == other.text && photos == other.photos
      && border == other.decoration.border && text.lines?.count == texts.captions.count
      && text.captions == texts.captions.map { $0?.text ?? "" }
  }
}
