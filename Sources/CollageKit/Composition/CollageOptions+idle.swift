internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

extension CollageOptions {
  /// What a user should know of settings that change nothing, as far as photos decide it.
  ///
  /// - Parameter photos: in order.
  func idleWarnings(of photos: [Photo]) -> [PhotoWarning] {
    let notes = [
      hiddenHoles, fieldInTitle, fieldInMargin, lackingBars(photos), lackingParts,
      smallerCopies(of: photos), idleZoom(of: photos),
    ].compactMap(\.self)
    return notes.map { PhotoWarning(address: nil, cause: .idle($0)) } + lackingFields(of: photos)
  }

  /// That a photo has got much less room than its weight asks for, or much more.
  ///
  /// - Parameter frames: the photos', in order.
  func weightWarnings(of frames: [Frame]) -> [PhotoWarning] {
    let plain = frames.indices.filter { self[photo: $0].weight == PhotoOptions().weight }
    guard layout.style == .mosaic, layout.tree == nil, layout.placed == nil, !plain.isEmpty else {
      return []
    }
    let others = plain.map { Double(frames[$0].size.pixels) }.reduce(0, +) / Double(plain.count)
    let largest = plain.max { frames[$0].size.pixels < frames[$1].size.pixels } ?? plain[0]
    return frames.indices.compactMap { place in
      let weight = self[photo: place].weight
      let area = Double(frames[place].size.pixels)
      let times = area / others
      guard weight != PhotoOptions().weight, Self.isFar(times, from: weight) else { return nil }
      let isNoLarger = weight > 1 && area < Self.seenSize * Double(frames[largest].size.pixels)
      let size =
        (0.91..<1.1).contains(times)
        ? "as large as the others"
        : "\((times * 10).rounded() / 10) times as large as the others"
          + (isNoLarger ? " on average, but no larger than photo \(largest + 1)," : "")
      return PhotoWarning(
        address: nil,
        cause: .idle(
          "photo \(place + 1) is \(size), not \(weight.shortText) times; another canvas may suit "
            + "that better"))
    }
  }

  /// Whether a photo isn't nearly as large, or as small, as its weight asks for.
  private static func isFar(_ times: Double, from weight: Double) -> Bool {
    weight > 1 ? times < leastShareOfWeight * weight : times * leastShareOfWeight > weight
  }

  /// That there are more photos than cells, so that rows were added.
  ///
  /// - Parameter count: of photos.
  func cellWarnings(photos count: Int) -> [PhotoWarning] {
    guard layout.tree == nil, let cells = layout.cells, cells.count < count else { return [] }
    let rows = (count + cells.columns - 1) / cells.columns
    let sentence =
      "\(cells.text) has \(cells.count.cells) for \(count) photos, so these are in "
      + "\(cells.columns)x\(rows)"
    return [PhotoWarning(address: nil, cause: .idle(sentence))]
  }

  /// From so many times the area on, a photo is seen to be larger.
  private static let seenSize = 1.15

  /// Whoever gets less of what was asked for is told.
  private static let leastShareOfWeight = 2.0 / 3

  /// - Parameter photos: without their bars.
  private func lackingBars(_ photos: [Photo]) -> String? {
    trimsBars && !photos.isEmpty && photos.allSatisfy { $0.header.part == nil }
      ? "no photo has plain bars to trim" : nil
  }

  /// That photos are shown larger, and whole.
  private func idleZoom(of photos: [Photo]) -> String? {
    let idle = photos.indices.filter { self[photo: $0].zoom != self[photo: $0].shownZoom }
    guard let first = idle.first else { return nil }
    return idle.count == 1
      ? "photo \(first + 1) is kept whole, so its zoom changes nothing"
      : "photos \(idle.map { "\($0 + 1)" }.listed) are kept whole, so their zoom changes nothing"
  }

  private var lackingParts: String? {
    guard pictures.openings == .separate, let template = pictures.template?.template,
      !template.hasParts
    else { return nil }
    return "no opening of the template has parts with a band between, so there are none to separate"
  }

  /// That copies of one photo, whose size is that of the paper with it, have a margin nobody chose.
  private func smallerCopies(of photos: [Photo]) -> String? {
    guard photos.count == 1, print.sheet != nil, pictures.template == nil,
      layout.margin == LayoutOptions().margin, !layout.margin.isZero
    else { return nil }
    return "the photo is smaller than the copies by their margin; a margin of 0 fills them"
  }

  private var hiddenHoles: String? {
    guard decoration.isPerforated else { return nil }
    if layout.margin.isZero { return "the margin has no room for holes; make it wider" }
    return decoration.background == .colour(Perforation.colour)
      ? "the holes are as white as the background; choose a darker background" : nil
  }

  private var fieldInTitle: String? {
    if let unknown = text.title.flatMap(PageText.unknownField) {
      return "the title says \(unknown) as it is written; it is no field"
    }
    return text.title.flatMap(PageText.field).map {
      "the title says \($0) as it is written; fields are filled in by 'collage pages', in headers "
        + "and footers"
    }
  }

  private var fieldInMargin: String? {
    for (name, line) in [("header", text.header), ("footer", text.footer)] {
      guard let field = line.flatMap(PageText.field) else { continue }
      return "the \(name) says \(field) as it is written; only 'collage pages' fills it in"
    }
    return nil
  }

  /// That no photo has a field of captions.
  private func lackingFields(of photos: [Photo]) -> [PhotoWarning] {
    guard let format = text.captions else { return [] }
    let captioned = photos.indices.filter { self[photo: $0].caption == nil }.map { photos[$0] }
    guard !captioned.isEmpty else { return [] }
    let lacking = format.fieldsLacking(in: captioned)
    guard !lacking.isEmpty else { return [] }
    let areAll = captioned.allSatisfy {
      format.caption(of: $0, number: 1, text.language.names).isEmpty
    }
    return [PhotoWarning(address: nil, cause: .lackingFields(lacking, areAll: areAll))]
  }
}
