internal import PhotoCodecs

extension PictureWords {
  /// What a book says; nil if that is nothing.
  init?(ofBookWith pages: Int, photos: Int, _ options: TextOptions) {
    let number = pages == 1 ? "1 page" : "\(pages) pages"
    let title = options.title.map { AltText.cleaned($0) } ?? ""
    self.init(
      "A book of \(number) with \(photos == 1 ? "1 photo" : "\(photos) photos")."
        + (title.isEmpty ? "" : " Title: \(title)."), options)
  }

  private init?(_ text: String, _ options: TextOptions) {
    let text =
      switch options.alt {
      case .none: ""
      case .text(let own): own
      case .layout, .auto: text
      }
    guard !text.isEmpty else { return nil }
    self.init(
      description: AltText.shortened(text), brief: AltText.brief(text),
      language: options.language.tag, parts: [])
  }
}
