internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

/// The texts of a collage, placed on its canvas.
package struct PlacedTexts: Hashable, Sendable {
  let texts: CollageTexts
  private var blocks: [Block]
  private let options: TextOptions
  private let room: TextRoom?

  /// The lines of one text.
  struct Block: Hashable {
    let lines: MeasuredText.Lines
    /// The lines are centred in this area, one below the other.
    var area: PixelRect
    /// The size, in pixels per em.
    var em: Double
    /// The photo that the text lies on, from 0, and its frame; nil for a text outside photos.
    var photo: Int?
    var frame: PixelRect?
  }

  init(_ texts: CollageTexts, on layout: CollageLayout, _ options: TextOptions) {
    self.texts = texts
    self.options = options
    room = layout.room
    let shortSide = min(layout.canvas.width, layout.canvas.height)
    let em = max(options.size.wholePixels(onShortSide: shortSide), 1)
    var blocks: [Block] = []
    if let title = texts.title, let room = layout.room {
      blocks.append(
        Block(
          lines: title.lines(atMost: room.titleLines, width: room.titleEms(on: layout.canvas)),
          area: room.titleArea(on: layout.canvas), em: room.titleEm))
    }
    for (place, caption) in texts.captions.enumerated() {
      guard let caption else { continue }
      let frame = layout.frames[place].bounds
      let width = Double(frame.width) / Double(em) - 2 * TextMetrics.padding
      switch options.captionPlace {
      case .below:
        guard let room = layout.room else { continue }
        let lines = caption.lines(atMost: room.lines[place], width: width)
        blocks.append(
          Block(
            lines: lines, area: room.captionArea(below: layout.frames[place], place),
            em: Double(room.em)))
      case .inside:
        let lines = caption.lines(atMost: TextMetrics.maxLines, width: width)
        let height =
          Double(em)
          * (Double(lines.ranges.count) * TextMetrics.lineHeight + 2 * TextMetrics.padding)
        let rows = min(Int(height.rounded()), frame.height)
        let area = PixelRect(
          x: frame.x, y: frame.y + frame.height - rows, width: frame.width, height: rows)
        blocks.append(Block(lines: lines, area: area, em: Double(em), photo: place, frame: frame))
      }
    }
    self.blocks = blocks
  }

  /// The whole title; nil if there is none.
  package var title: String? { texts.title?.text }

  /// The whole captions, in the order of the photos; nil for a photo without one.
  package var captions: [String?] { texts.captions.map { $0?.text } }

  /// How many of the title and the captions are cut short because they are too long for their
  /// places.
  var cutCount: Int { blocks.count { $0.lines.isCut } }

  /// Whether any text lies on a photo.
  var coversPhotos: Bool { blocks.contains { $0.photo != nil } }

  /// The areas of the texts outside photos.
  var areas: [PixelRect] { blocks.filter { $0.photo == nil }.map(\.area) }

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
    let places = blocks.map { block in
      // The choice between these depends on the pixels below the letters.
      var colours = options.colour.map { [$0] } ?? [.black, .white]
      if block.photo == nil, let raster {
        colours = [TextContrast(options.colour, on: raster.luminances(in: block.textArea)).colour]
      }
      return Dictionary(
        uniqueKeysWithValues: colours.map { colour in
          let start = lines.count
          lines += block.textLines(colour).filter { $0.box.width > 0 && $0.box.height > 0 }
          return (colour, start..<lines.count)
        })
    }
    guard !lines.isEmpty else { return nil }
    do throws(CodecError) {
      return try memory.with(min(TextWorker.bytes(drawing: lines), memory.total)) {
        () throws(CodecError) in
        DrawnTexts(
          try TextWorker.draw(lines, in: texts.fonts, isCancelled: isCancelled),
          blocks: Array(zip(blocks, places)))
      }
    } catch {
      throw error == .cancelled
        ? .cancelled : .text(.worker(error, fonts: texts.usedFonts.map { texts.fonts[$0].name }))
    }
  }
}

extension PlacedTexts.Block {
  /// The area that the lines cover.
  var textArea: PixelRect {
    let padding = Int((TextMetrics.padding * em).rounded())
    let width = min(Int((lines.width * em).rounded(.up)), area.width)
    return PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + padding, width: width,
      height: max(area.height - 2 * padding, 0))
  }

  fileprivate func textLines(_ colour: Colour) -> [TextLine] {
    let top = Double(area.y) + TextMetrics.padding * em
    return lines.ranges.enumerated().compactMap { index, range in
      let begin = top + Double(index) * TextMetrics.lineHeight * em
      // A line's box has space for accents and descenders, which may extend into the neighbouring
      // lines.
      let (first, last) = (
        max(Int(begin - 0.3 * em), area.y), Int((begin + 1.55 * em).rounded(.up))
      )
      let box = PixelRect(
        x: area.x, y: first, width: area.width, height: min(last, area.y + area.height) - first)
      return range.isEmpty
        ? nil
        : TextLine(
          lines.characters, range, in: box, size: em,
          baseline: begin + TextMetrics.baseline * em - Double(first),
          colour: colour)
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
  func shape(_ options: TextOptions) -> TextShape? {
    guard let lines, let titleLines else { return nil }
    func width(_ lines: Int) -> Double? { lines == 0 ? nil : lines == 1 ? 0 : .infinity }
    return TextShape(
      captions: lines.map(width), title: width(titleLines),
      isTitleAbove: options.titlePlace == .above,
      size: options.size)
  }
}
