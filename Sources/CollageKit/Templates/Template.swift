package import Imaging
internal import PhotoCodecs
package import PhotoLayouts
internal import ThreadPool

/// A picture with openings, below which photos lie.
package final class Template: Sendable {
  package let picture: OpenedPicture
  /// Whether parts of openings are joined.
  let openingRule: OpeningPartRule
  let found: TemplateOpenings
  private let scaledMap = Locked<OpeningMap?>(nil)

  init(_ picture: OpenedPicture, _ rule: OpeningPartRule, _ found: TemplateOpenings) {
    self.picture = picture
    openingRule = rule
    self.found = found
  }

  /// The same of another name of the file.
  func named(_ photo: Photo) -> Template {
    Template(OpenedPicture(photo: photo, digest: picture.digest), openingRule, found)
  }

  package var size: PixelSize { picture.size }
  package var openings: [Opening] { found.openings }

  /// Whether bands lie across openings, so that it matters whether their parts are joined.
  package var hasParts: Bool { found.hasParts }

  /// Its size on paper, if the file states a print resolution that somebody meant.
  var paper: PrintSize? { picture.photo.header.density.flatMap { PrintSize(size, at: $0) } }

  /// The size of each opening's photo, in pixels of the template.
  var sizes: [PixelSize] {
    openings.map {
      PixelSize(
        width: Int($0.rectangle.width.rounded()), height: Int($0.rectangle.height.rounded()))
    }
  }

  /// Which pixels of a canvas, of which the template fills all, show which photo.
  ///
  /// - Throws: `outOfMemory`.
  func map(on canvas: PixelSize) throws(CollageError) -> OpeningMap {
    if canvas == size { return found.map }
    return try scaledMap.withLock { known throws(CollageError) in
      if let known, known.size == canvas { return known }
      let scaled = try rethrowing(found.map.scaled(to: canvas)) { (_: OutOfMemory) in
        CollageError.outOfMemory(canvas)
      }
      known = scaled
      return scaled
    }
  }

  /// A frame for each opening on such a canvas; nil where it is too small for one of them.
  ///
  /// - Throws: `outOfMemory`.
  func frames(on canvas: PixelSize) throws(CollageError) -> [Frame]? {
    let map = try map(on: canvas)
    let across = Double(canvas.width) / Double(size.width)
    let down = Double(canvas.height) / Double(size.height)
    let frames = openings.map { opening in
      Frame(
        map.bounds(of: opening.number),
        FrameOpening(
          number: opening.number, rectangle: opening.rectangle.scaled(across: across, down: down),
          tilt: opening.turn, shape: opening.shape))
    }
    return frames.allSatisfy { $0.bounds.isInside(canvas) } ? frames : nil
  }
}

/// Two templates are the same if their pictures are, and their openings.
extension Template: Hashable {
  package static func == (first: Template, second: Template) -> Bool {
    first.picture == second.picture && first.openingRule == second.openingRule
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(picture)
    hasher.combine(openingRule)
  }
}
