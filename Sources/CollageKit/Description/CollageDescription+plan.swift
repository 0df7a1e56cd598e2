internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

extension CollageDescription {
  /// - Parameter copies: how many of the collage are on its sheet; 1 without one.
  package init(of plan: CollagePlan, _ made: MadeOptions, copies: Int = 1) {
    let places = plan.placements.count
    let options = made.repeatingPhotos(plan.photoCount, to: places).options
    let blocks = plan.texts?.blocks ?? []
    func line(_ role: TextRole, _ text: String?) -> Line? {
      guard let text = text.map({ AltText.cleaned($0) }), !text.isEmpty,
        let block = blocks.first(where: { $0.role == role })
      else { return nil }
      return Line(text: text, area: block.area)
    }
    let captions = Dictionary(
      blocks.filter { $0.role == .caption }.compactMap { block in block.place.map { ($0, block) } },
      uniquingKeysWith: { first, _ in first })
    let texts = plan.texts?.texts
    let photos = plan.placements.enumerated().map { place, placement in
      let caption = captions[place].flatMap { block in
        plan.texts?.captions[place].map { Line(text: AltText.cleaned($0), area: block.area) }
      }
      return DescribedPhoto(
        area: placement.frame.bounds, text: options.altText(of: placement.photo, at: place),
        caption: caption.flatMap { $0.text.isEmpty ? nil : $0 })
    }
    self.init(
      photos, on: plan.layout.canvas, alt: options.text.alt, language: options.text.language.tag)
    title = line(.title, texts?.title?.text)
    isTitleBelow = options.text.titlePlace == .below
    header = line(.header, texts?.header?.text)
    footer = line(.footer, texts?.footer?.text)
    looks = options.looksInWords
    if let code = plan.code {
      notes.append("A QR code \(PlaceName.phrase(of: code.area, on: canvas)).")
    }
    if let overlay = plan.layers.last, options.pictures.overlay != nil {
      notes.append("A picture lies over it \(PlaceName.phrase(of: overlay.area, on: canvas)).")
    }
    if copies > 1 { notes.append("The sheet has \(copies) copies of it.") }
  }
}

extension CollageOptions {
  /// What is said of a photo to people who don't see it, beside its place; nil for nothing.
  func altText(of photo: Photo, at place: Int) -> String? {
    if let own = self[photo: place].alt { return own.isEmpty ? nil : own }
    return nil
  }

  /// What is seen at a glance, each as a part of a sentence.
  var looksInWords: [String] {
    let tone: String? =
      switch colour.tone {
      case .none: nil
      case .grey: "in black and white"
      case .sepia: "in sepia"
      }
    let ground: String? =
      switch decoration.background {
      case .blur: "on their own blurred colours"
      case .colour(let colour) where colour.isOpaque && colour != .white:
        colour.name.map { "on \($0)" }
      case .colour: nil
      }
    let template: String? = pictures.template == nil ? nil : "in a template"
    return [tone, template ?? ground].compactMap(\.self)
  }
}
