internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

/// The texts of a collage, placed on its canvas.
package struct PlacedTexts: Hashable, Sendable {
  let texts: CollageTexts
  private(set) var blocks: [Block]
  private let options: TextOptions
  private let room: TextRoom?
  private let zone: SafeZone

  /// The lines of one text.
  struct Block: Hashable {
    let lines: MeasuredText.Lines
    /// The lines are centred in this area, one below the other.
    var area: PixelRect
    /// The full size, in pixels per em.
    var em: Double
    /// The photo that the text belongs to, from 0; nil for a text that belongs to none.
    let place: Int?
    var role = TextRole.caption
    /// The frame of the photo that the text lies on; nil for a text outside photos.
    var frame: PixelRect?
    /// Whether it lies on a face.
    var coversFace = false

    /// The photo that the text lies on, from 0; nil for a text outside photos.
    var photo: Int? { frame == nil ? nil : place }
    /// The size, in pixels per em.
    var size: Double { em * lines.scale }
  }

  /// - Parameter faces: of photos by place, on the canvas; captions inside photos avoid them.
  init(
    _ texts: CollageTexts, on layout: CollageLayout, _ options: CollageOptions,
    avoiding faces: [Int: [PixelRect]] = [:]
  ) {
    self.texts = texts
    self.options = options.text
    room = layout.room
    let zone = options.safeZone(of: layout.canvas)
    self.zone = zone
    var blocks: [Block] = []
    if let title = texts.title, let room = layout.room {
      blocks.append(
        Block(
          lines: title.lines(atMost: room.titleLines, width: room.titleEms(on: layout.canvas)),
          area: room.titleArea(on: layout.canvas), em: room.titleEm, place: nil, role: .title))
    }
    if let lines = MarginLines(options) {
      blocks += [(texts.header, TextRole.header), (texts.footer, .footer)].compactMap {
        text, role in
        text.map { Block($0, lines, role, on: layout.canvas, in: zone, options) }
      }
    }
    let strips = CaptionStrip.all(texts, on: layout, options, in: zone)
    // One size for all: captions of several sizes look like a mistake.
    let scale = strips.compactMap(\.largestScale).min() ?? 1
    self.blocks =
      blocks
      + strips.map { strip in
        let lines = strip.lines(scale: scale)
        return strip.isInside
          ? Block(
            lines, Double(strip.em), on: strip.place, strip.area, in: zone,
            avoiding: faces[strip.place] ?? [])
          : Block(lines: lines, area: strip.area, em: Double(strip.em), place: strip.place)
      }
  }

  /// The whole title; nil if there is none.
  package var title: String? { texts.title?.text }

  /// The whole captions, in the order of the photos; nil for a photo without one.
  package var captions: [String?] { texts.captions.map { $0?.text } }

  /// Whether the title is cut short because it is too long for its place.
  var cutsTitle: Bool { blocks.contains { $0.role == .title && $0.lines.isCut } }

  /// The numbers of photos, from 1, whose captions are.
  var cutCaptions: [Int] { numbers { $0.lines.isCut } }

  /// The numbers of photos, from 1, whose captions lie on faces.
  var captionsOnFaces: [Int] { numbers { $0.coversFace } }

  /// The texts that belong to no photo and may be cut off with the canvas's edges.
  var unsafeTexts: [TextRole] {
    blocks.filter { $0.place == nil && !isSafe($0) }.map(\.role)
  }

  /// The numbers of photos, from 1, whose captions may be.
  var unsafeCaptions: [Int] { numbers { !isSafe($0) } }

  private func isSafe(_ block: Block) -> Bool {
    zone.isWholeCanvas || zone.contains(block.textArea)
  }

  private func numbers(where isMeant: (Block) -> Bool) -> [Int] {
    blocks.filter(isMeant).compactMap { $0.place.map { $0 + 1 } }
  }

  /// Whether any text lies on a photo.
  var coversPhotos: Bool { blocks.contains { $0.photo != nil } }

  /// The height of the lower side of each photo's border, in pixels of the whole canvas; nil where
  /// no text is outside photos.
  var lowerBorder: Int? { room?.lowerBorder }

  /// Whether letters outside photos reach over one of these frames, because the margin in which
  /// they stand is narrower than they are high.
  func reachOver(_ frames: [PixelRect]) -> Bool {
    blocks.contains { block in
      block.photo == nil && frames.contains { $0.intersection(block.textArea) != nil }
    }
  }

  /// The areas of the texts outside photos.
  var areas: [PixelRect] { blocks.filter { $0.photo == nil }.map(\.area) }

  /// The same texts on a canvas that is larger by a bleed.
  ///
  /// - Parameters:
  ///   - bleed: in pixels, at each side.
  ///   - frames: those of all photos there.
  func moved(by bleed: Int, onto frames: [PixelRect]) -> PlacedTexts {
    var moved = self
    for index in blocks.indices {
      moved.blocks[index].area = blocks[index].area.moved(x: bleed, y: bleed)
      if let photo = blocks[index].photo { moved.blocks[index].frame = frames[photo] }
    }
    return moved
  }

  /// The same texts on a canvas of another size.
  func scaled(_ layout: CollageLayout, to size: PixelSize) -> PlacedTexts {
    var scaled = self
    for index in blocks.indices {
      scaled.blocks[index].area = layout.scaled(blocks[index].area, to: size)
      scaled.blocks[index].frame = blocks[index].frame.map { layout.scaled($0, to: size) }
      scaled.blocks[index].em *= Double(size.width) / Double(layout.canvas.width)
    }
    return scaled
  }

  /// The texts as a recipe records them.
  var record: Recipe.Text {
    Recipe.Text(
      fonts: texts.recordedFonts, library: texts.library,
      captions: texts.captions.map { $0?.text ?? "" },
      lines: room?.lines,
      titleLines: room?.titleLines)
  }

  /// The texts with their letters drawn, by a worker process, which needs no photo; nil if there
  /// are no letters.
  ///
  /// - Parameter raster: already shows the background of the texts outside photos; nil if that is
  ///   drawn later.
  func drawn(
    for raster: Raster?, _ memory: MemoryBudget, isCancelled: @escaping () -> Bool
  ) throws(CollageError) -> DrawnTexts? {
    var lines: [TextLine] = []
    let parts = blocks.map { block in
      // The choice depends on the pixels below the letters.
      var colours = options.colour.map { [$0] } ?? [.black, .white]
      if block.photo == nil, let raster {
        colours = [TextContrast(options.colour, on: raster.luminances(in: block.textArea)).colour]
      }
      var ranges: [Colour: Range<Int>] = [:]
      for colour in colours {
        let start = lines.count
        lines += block.textLines(colour).filter { $0.box.width > 0 && $0.box.height > 0 }
        ranges[colour] = start..<lines.count
      }
      return DrawnTexts.Part(block: block, lines: ranges)
    }
    guard !lines.isEmpty else { return nil }
    do throws(CodecError) {
      return try memory.with(min(TextWorker.bytes(drawing: lines), memory.total)) {
        () throws(CodecError) in
        DrawnTexts(
          try TextWorker.draw(lines, in: texts.fonts, isCancelled: isCancelled), parts: parts)
      }
    } catch {
      throw error == .cancelled
        ? .cancelled : .text(.worker(error, fonts: texts.usedFonts.map { texts.fonts[$0].name }))
    }
  }
}

extension PlacedTexts.Block {
  /// A line in the middle of the canvas's upper or lower margin.
  fileprivate init(
    _ text: MeasuredText, _ lines: MarginLines, _ role: TextRole, on canvas: PixelSize,
    in zone: SafeZone, _ options: CollageOptions
  ) {
    let shortSide = min(canvas.width, canvas.height)
    let em = lines.em(onShortSide: shortSide, of: options.layout.canvas)
    let margin = options.layout.margin.wholePixels(
      onShortSide: shortSide, of: options.layout.canvas)
    let strip = min(
      MarginLines.height(
        em: em, margin: margin, safeInset: options.safePixels, shortSide: shortSide),
      canvas.height)
    let height = min(MarginLines.lineHeight(em: em), strip)
    // Printers leave the sides white, too.
    let side = max(min(max(margin, em), (canvas.width - 1) / 2), zone.area.x)
    let edge = max((strip - height) / 2, min(zone.area.y, strip - height))
    let area = PixelRect(
      x: side, y: role == .header ? edge : canvas.height - edge - height,
      width: canvas.width - 2 * side, height: height)
    let width = Double(area.width) / Double(em) - 2 * TextMetrics.padding
    self.init(
      lines: text.lines(atMost: 1, width: width), area: area, em: Double(em), place: nil,
      role: role)
  }

  /// A caption on a photo: at its lower edge, or where else it lies on no face; where there is room
  /// for it, in the safe zone.
  fileprivate init(
    _ lines: MeasuredText.Lines, _ em: Double, on place: Int, _ frame: PixelRect,
    in zone: SafeZone, avoiding faces: [PixelRect]
  ) {
    let more = Double(max(lines.ranges.count - 1, 0)) * TextMetrics.lineHeight * lines.scale
    let height = (TextMetrics.lineHeight + more + 2 * TextMetrics.padding) * em
    let rows = min(Int(height.rounded()), frame.height)
    let nearCut = zone.insets(of: frame)
    let isRoomy = nearCut.top + nearCut.bottom + rows <= frame.height
    let lowest = frame.y + frame.height - rows - (isRoomy ? nearCut.bottom : 0)
    let highest = frame.y + (isRoomy ? nearCut.top : 0)
    let step = max(Int(em / 2), 1)
    let others = stride(from: lowest, through: highest, by: -step)
    let candidates = ([lowest, highest] + others).map {
      Self(
        lines: lines, area: PixelRect(x: frame.x, y: $0, width: frame.width, height: rows), em: em,
        place: place, frame: frame)
    }
    // Where no strip over the whole photo is free, the letters themselves at least lie on none.
    let free =
      candidates.first { block in !faces.contains { block.area.intersection($0) != nil } }
      ?? candidates.first { block in !faces.contains { block.textArea.intersection($0) != nil } }
    self = free ?? candidates[0]
    coversFace = free == nil
  }

  /// The area that the lines cover.
  var textArea: PixelRect {
    let padding = Int((TextMetrics.padding * em).rounded())
    let width = min(Int((lines.width * em).rounded(.up)), area.width)
    return PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + padding, width: width,
      height: max(area.height - 2 * padding, 0))
  }

  fileprivate func textLines(_ colour: Colour) -> [TextLine] {
    // The first line's baseline is the same in all sizes, so that captions beside each other line
    // up.
    let top =
      Double(area.y) + TextMetrics.padding * em + TextMetrics.baseline * (em - size)
    return lines.ranges.enumerated().compactMap { index, range in
      let begin = top + Double(index) * TextMetrics.lineHeight * size
      // A line's box has space for accents and descenders, which may extend into the neighbouring
      // lines.
      let first = max(Int(begin - 0.3 * size), area.y)
      // On whole pixels, so that letters stand sharp and captions of one size look alike.
      let baseline = (begin + TextMetrics.baseline * size).rounded() - Double(first)
      let last = Int((begin + 1.55 * size).rounded(.up))
      let box = PixelRect(
        x: area.x, y: first, width: area.width, height: min(last, area.y + area.height) - first)
      return range.isEmpty
        ? nil
        : TextLine(
          lines.characters, range, in: box, size: size,
          baseline: baseline, colour: colour)
    }
  }
}

extension CollageTexts {
  /// The fonts that the letters come from, as recipes record them.
  var recordedFonts: [Recipe.Text.Font] {
    usedFonts.map { place in
      Recipe.Text.Font(
        name: fonts[place].name, sha256: fonts[place].digest.hexadecimal, index: fonts[place].index)
    }
  }
}

extension Recipe.Text {
  /// Whether this machine would write the same captions and title in the same fonts with the same
  /// library.
  func isWrittenAlike(_ options: TextOptions, isCancelled: @escaping @Sendable () -> Bool) -> Bool {
    let texts = try? CollageTexts.measured(captions, options, isCancelled: isCancelled)
    return texts?.recordedFonts == fonts && texts?.library == library
  }

  /// A shape that gives the recorded numbers of lines; nil if there are no strips.
  func shape(_ options: CollageOptions) -> TextShape? {
    guard let lines, let titleLines else { return nil }
    func widths(_ lines: Int) -> TextWidths? { lines == 0 ? nil : TextWidths(always: lines) }
    var shape = TextShape(captions: lines.map(widths), title: widths(titleLines), options)
    shape.alignsRows = false
    return shape
  }
}
