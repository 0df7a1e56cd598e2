internal import Imaging

/// A page of a tagged PDF (ISO 32000-1, 14.8): its content says of everything to which part of the
/// structure it belongs, or that it is an artifact, which is not read aloud.
///
/// The picture is drawn once, as the content of the element that describes all of it. Photos and
/// texts are parts of its pixels, so the content of their elements is a rectangle where they lie,
/// which paints nothing. Drawing the picture once more for each part, clipped to it, would give
/// the same pixels, but programs that extract pictures would find as many of them as there are
/// parts, and those that decode a picture each time it is drawn would be slow: poppler took 2.7
/// times as long for 12 photos on an A3 page, Ghostscript 2.2 times.
struct PDFTaggedPage {
  /// The content stream.
  let contents: String
  /// Of the structure, in reading order. The content marks each by its place in this list.
  let elements: [PDFElement]

  /// - Parameters:
  ///   - words: nil for a picture that nothing is said of: then all is an artifact.
  ///   - size: of the picture, in pixels, with its bleed.
  ///   - name: of the picture in the page's resources.
  ///   - headingLevel: of the picture's title.
  init(
    _ page: PDFPage, _ words: PictureWords?, picture size: PixelSize, drawing name: String,
    headingLevel: Int = 1
  ) {
    var marked = MarkedContent()
    let copies = page.page.copies.map { page.drawing(of: name, at: $0) }
    if let words, let first = page.page.copies.first {
      marked.add(
        words, headingLevel, picture: copies[0],
        at: page.rectangle(of: PixelRect(size), on: first, of: size)
      ) { part in
        let bleed = page.page.pictureBleed
        return page.rectangle(of: part.area.moved(x: bleed, y: bleed), on: first, of: size)
      }
      for copy in copies.dropFirst() { marked.addArtifact(copy) }
    } else {
      for copy in copies { marked.addArtifact(copy) }
    }
    if let marks = page.marks { marked.addArtifact(marks, "/Type/Page") }
    contents = marked.lines.joined(separator: "\n")
    elements = marked.elements
  }

  /// The page of a picture by itself.
  init(_ picture: PDFPagePicture, _ words: PictureWords, drawing name: String) {
    self.init(picture.page, words, picture: picture.size, drawing: name)
  }
}

/// The content of a page, with marks.
private struct MarkedContent {
  private(set) var lines: [String] = []
  private(set) var elements: [PDFElement] = []

  /// Adds the picture and its parts in reading order: what is written above the photos comes before
  /// the whole, as it does in a document.
  ///
  /// - Parameters:
  ///   - picture: what draws it.
  ///   - area: where it lies.
  mutating func add(
    _ words: PictureWords, _ headingLevel: Int, picture: String, at area: PDFRectangle,
    place: (PictureWords.Part) -> PDFRectangle
  ) {
    let first = words.parts.firstIndex { $0.kind == .photo } ?? words.parts.endIndex
    for part in words.parts[..<first] { add(part, headingLevel, at: place(part)) }
    add(
      PDFElement(
        role: .collage, text: words.description, language: words.descriptionLanguage,
        box: area.box), picture)
    for part in words.parts[first...] { add(part, headingLevel, at: place(part)) }
  }

  private mutating func add(
    _ part: PictureWords.Part, _ headingLevel: Int, at area: PDFRectangle
  ) {
    let role: PDFElement.Role
    switch part.kind {
    case .title: role = .heading(level: headingLevel)
    case .photo: role = .photo
    case .caption: role = .caption
    case .header: return addMargin("Header", at: area)
    case .footer: return addMargin("Footer", at: area)
    }
    add(
      PDFElement(role: role, text: part.text, language: part.language, box: area.box),
      area.unpaintedPath)
  }

  private mutating func add(_ element: PDFElement, _ content: String) {
    lines += ["/\(element.role.name)<</MCID \(elements.count)>>BDC", content, "EMC"]
    elements.append(element)
  }

  private mutating func addMargin(_ subtype: String, at area: PDFRectangle) {
    addArtifact(area.unpaintedPath, "/Type/Pagination/Subtype/\(subtype)/BBox\(area.box)")
  }

  /// - Parameter entries: what kind of artifact it is; empty for no special one.
  mutating func addArtifact(_ content: String, _ entries: String = "") {
    lines += [entries.isEmpty ? "/Artifact BMC" : "/Artifact<<\(entries)>>BDC", content, "EMC"]
  }
}
