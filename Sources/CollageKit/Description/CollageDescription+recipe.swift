internal import Imaging
internal import PhotoCodecs

extension CollageDescription {
  /// A saved collage, as far as its recipe tells: what is said of a collage by default, with what
  /// was written for its photos.
  init(of recipe: Recipe) {
    let options = recipe.options() ?? CollageOptions()
    let whole = PixelRect(recipe.canvas)
    func line(_ text: String?) -> Line? {
      let text = AltText.cleaned(text ?? "")
      return text.isEmpty ? nil : Line(text: text, area: whole)
    }
    let captions = recipe.text?.captions ?? []
    let photos = recipe.photos.enumerated().map { place, entry in
      let own = options[photo: place].alt ?? ""
      return DescribedPhoto(
        area: entry.frame.bounds, text: own.isEmpty ? nil : own,
        caption: captions.indices.contains(place) ? line(captions[place]) : nil)
    }
    let alt: AltChoice = if case .text = options.text.alt { options.text.alt } else { .layout }
    self.init(photos, on: recipe.canvas, alt: alt, language: options.text.language.tag)
    title = line(options.text.title)
    header = line(options.text.header)
    footer = line(options.text.footer)
    looks = options.looksInWords + (recipe.template == nil ? [] : ["in a template"])
    if options.pictures.code != nil { notes.append("There is a QR code.") }
    if let overlay = recipe.overlay {
      notes.append("A picture lies over it: \(AltText.cleaned(overlay.place)).")
    }
  }
}
