internal import Imaging
package import PhotoCodecs

/// A collage in words, for people who don't see it.
package struct CollageDescription {
  /// A text that is drawn.
  struct Line {
    let text: String
    let area: PixelRect
  }

  /// A photo on the canvas.
  struct DescribedPhoto {
    let area: PixelRect
    /// What its owner says of it; nil if that is nothing, or isn't to be told.
    let text: String?
    /// What is drawn below it, or on it.
    let caption: Line?
  }

  let canvas: PixelSize
  let photos: [DescribedPhoto]
  let alt: AltChoice
  let language: String
  var title: Line?
  var isTitleBelow = false
  var header: Line?
  var footer: Line?
  /// What else is drawn, each a part of a sentence: "in sepia".
  var looks: [String] = []
  /// Whole sentences on what is drawn over the photos, and on the paper.
  var notes: [String] = []

  init(_ photos: [DescribedPhoto], on canvas: PixelSize, alt: AltChoice, language: String) {
    self.photos = photos
    self.canvas = canvas
    self.alt = alt
    self.language = language
  }

  /// Nil if nothing is to be said.
  package var words: PictureWords? {
    guard alt != .none else { return nil }
    let text = text
    return PictureWords(
      description: AltText.shortened(text), brief: AltText.brief(text),
      kind: "Collage of \(count)", language: language,
      descriptionLanguage: isOurs ? AltText.language(beside: language) : nil, parts: parts)
  }

  /// "4 photos".
  private var count: String { photos.count == 1 ? "1 photo" : "\(photos.count) photos" }

  /// Whether nobody else's sentences are in the text; a title or a caption may be.
  private var isOurs: Bool {
    if case .text = alt { return false }
    return photos.allSatisfy { $0.text == nil }
  }

  private var text: String {
    switch alt {
    case .text(let text): text
    case .none: ""
    case .layout: summary(needsAll: false)
    case .auto: summary(needsAll: true)
    }
  }

  /// How many photos there are, how they lie, and what is drawn.
  ///
  /// - Parameter needsAll: whether each photo is named, and not only those of which there is
  ///   something to say.
  private func summary(needsAll: Bool) -> String {
    let list = list(needsAll: needsAll)
    var sentences: [String] = []
    if needsAll {
      sentences.append("\(count): \(list).")
    } else {
      let looks = looks.isEmpty ? "" : " " + looks.joined(separator: " ")
      sentences.append("A collage of \(count)\(looks)\(layout).")
    }
    sentences += [("Title", title), ("Header", header), ("Footer", footer)].compactMap {
      name, line in line.map { "\(name): \($0.text.withoutStop)." }
    }
    if !needsAll, !list.isEmpty { sentences.append("\(list.capitalised).") }
    if needsAll, !looks.isEmpty { sentences.append("\(looks.joined(separator: " ").capitalised).") }
    return (sentences + notes).joined(separator: " ")
  }

  /// How the photos lie, as the end of a sentence.
  private var layout: String {
    guard let text = PhotoArrangement(photos.map(\.area), on: canvas).text else { return "" }
    guard text.hasPrefix("in ") else { return ": \(text)" }
    return (looks.isEmpty ? " " : ", ") + text
  }

  /// The photos in reading order, each with its place.
  private func list(needsAll: Bool) -> String {
    let places = PicturePlaces(photos.map(\.area), on: canvas)
    var parts: [String] = []
    var count = 0
    for place in places.readingOrder where count <= AltText.length {
      let photo = photos[place]
      let text = photo.text.map(\.withoutStop)
      let written = photo.caption.map(\.text.withoutStop)
      let caption = written == text ? nil : written
      let said = [text, caption.map { "caption: \($0)" }].compactMap(\.self)
      if said.isEmpty, !needsAll { continue }
      let phrase = photos.count == 1 ? nil : places.names[place].phrase
      let part = [phrase].compactMap(\.self) + (said.isEmpty ? ["a photo"] : said)
      parts.append(part.joined(separator: ", "))
      count += parts[parts.count - 1].unicodeScalars.count
    }
    return parts.joined(separator: "; ")
  }

  /// What is there, in reading order.
  private var parts: [PictureWords.Part] {
    typealias Part = PictureWords.Part
    func part(_ kind: Part.Kind, _ line: Line?) -> [Part] {
      line.map { [Part(kind, $0.text, in: $0.area)] } ?? []
    }
    let places = PicturePlaces(photos.map(\.area), on: canvas)
    let inside = places.readingOrder.flatMap { place in
      let photo = photos[place]
      let phrase = photos.count == 1 ? "" : ", \(places.names[place].phrase)"
      let name = "Photo \(place + 1) of \(photos.count)\(phrase)"
      let said =
        photo.text.map { Part(.photo, AltText.shortened("\(name): \($0)"), in: photo.area) }
        ?? Part(.photo, name, in: photo.area, language: AltText.language(beside: language))
      return [said] + part(.caption, photo.caption)
    }
    return part(.header, header) + (isTitleBelow ? [] : part(.title, title)) + inside
      + (isTitleBelow ? part(.title, title) : []) + part(.footer, footer)
  }
}

extension String {
  /// Without what ends a sentence, for the middle of one.
  fileprivate var withoutStop: String {
    var text = self
    while text.count > 1, let last = text.last, last == "." || last.isWhitespace {
      text.removeLast()
    }
    return text
  }

  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
