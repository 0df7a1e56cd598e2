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
      description: AltText.shortened(text, to: AltText.length),
      brief: AltText.shortened(text, to: AltText.briefLength), language: language, parts: parts)
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
    let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
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
    return text.hasPrefix("in ") ? " \(text)" : ": \(text)"
  }

  /// The photos in reading order, each with its place.
  private func list(needsAll: Bool) -> String {
    let arrangement = PhotoArrangement(photos.map(\.area), on: canvas)
    let phrases = arrangement.phrases
    var parts: [String] = []
    var count = 0
    for place in arrangement.order where count <= AltText.length {
      let photo = photos[place]
      let text = photo.text.map(\.withoutStop)
      let caption = photo.caption.flatMap { $0.text.withoutStop == text ? nil : $0.text.withoutStop }
      let said = [text, caption.map { "caption: \($0)" }].compactMap(\.self)
      if said.isEmpty, !needsAll { continue }
      let part = ([phrases[place]] + (said.isEmpty ? ["a photo"] : said)).joined(separator: ", ")
      count += part.unicodeScalars.count
      parts.append(part)
    }
    return parts.joined(separator: "; ")
  }

  /// What is there, in reading order.
  private var parts: [PictureWords.Part] {
    typealias Part = PictureWords.Part
    func part(_ kind: Part.Kind, _ line: Line?) -> [Part] {
      line.map { [Part(kind, $0.text, in: $0.area)] } ?? []
    }
    let arrangement = PhotoArrangement(photos.map(\.area), on: canvas)
    let phrases = arrangement.phrases
    let inside = arrangement.order.flatMap { place in
      let photo = photos[place]
      let name = "Photo \(place + 1) of \(photos.count), \(phrases[place])"
      let text = photo.text.map { "\(name): \($0)" } ?? name
      return [Part(.photo, AltText.shortened(text, to: AltText.length), in: photo.area)]
        + part(.caption, photo.caption)
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
