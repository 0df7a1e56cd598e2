internal import PhotoCodecs
internal import PhotoLayouts
internal import ThreadPool

/// The texts of a collage, measured in its fonts.
package struct CollageTexts: Hashable, Sendable {
  /// The chosen font, and fonts for the characters that it lacks.
  let fonts: [FontFile]
  /// The name and version of HarfBuzz.
  let library: String
  /// The font that was wished for and isn't installed; nil if none is missing.
  let missingFont: String?
  let title: MeasuredText?
  /// The lines in the margins; nil for none.
  let header: MeasuredText?
  let footer: MeasuredText?
  /// The captions in the order of the photos; nil for a photo without one.
  package let captions: [MeasuredText?]

  /// The maximum number of fonts for one collage: no collage has text in more scripts.
  private static let maxFonts = 24

  /// Everything that a result depends on, except for the installed fonts.
  private struct Key: Hashable {
    let texts: [String]
    /// The texts that are files' names.
    let names: Set<Int>
    let font: FontChoice?
  }

  /// The latest result, because the same texts are usually laid out many times.
  private static let last = Locked<(key: Key, texts: CollageTexts)?>(nil)

  /// Nil if there is no text.
  ///
  /// - Cost: some milliseconds for a worker that measures the texts; nothing without text, or for
  ///   the same texts again.
  static func measured(
    _ photos: [Photo], _ options: CollageOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> CollageTexts? {
    let captions = photos.enumerated().map { options.caption(of: $1, at: $0) }
    let isNamed = options.text.captions?.endsWithName ?? false
    let names = captions.indices.filter { place in
      isNamed && photos[place].captionName.map { captions[place].hasSuffix($0) } ?? false
        || captions[place].looksLikeFileName
    }
    return try measured(captions, names: Set(names), options.text, isCancelled: isCancelled)
  }

  /// Measures captions that are already known, and the title; nil if there is no text.
  ///
  /// - Parameter names: the places of captions that are files' names.
  static func measured(
    _ captions: [String], names: Set<Int> = [], _ options: TextOptions,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> CollageTexts? {
    let others = [options.title, options.header, options.footer].map { $0 ?? "" }
    guard (others + captions).contains(where: { !$0.isEmpty }) else { return nil }
    let key = Key(
      texts: others + captions, names: Set(names.map { $0 + others.count }), font: options.font)
    if let last = last.withLock({ $0 }), last.key == key { return last.texts }
    do throws(TextError) {
      let texts = try CollageTexts(key, isCancelled: isCancelled)
      last.withLock { $0 = (key, texts) }
      return texts
    } catch {
      throw isCancelled() ? .cancelled : .text(error)
    }
  }

  private init(_ key: Key, isCancelled: @escaping () -> Bool) throws(TextError) {
    guard key.texts.allSatisfy(TextLimits.allows) else { throw .tooLong }
    let texts = (key.texts + ["\u{2026}", "-"]).map { TextCharacters($0) }
    let chosen = try FontFinder.chosen(key.font, isCancelled: isCancelled)
    missingFont = chosen == nil ? key.font?.text : nil
    var fonts = [chosen].compactMap(\.self)
    if fonts.isEmpty { fonts = [try FontFinder.standard(isCancelled: isCancelled)] }
    if let emoji = key.texts.joined().first(where: \.isEmoji) {
      do throws(TextError) {
        let font = try FontFinder.font(for: emoji, isCancelled: isCancelled)
        fonts += [font].compactMap(\.self)
      } catch {
        // Another font may have it.
        guard error.meansNoFont, !isCancelled() else { throw error }
      }
    }
    var (measures, library) = try Self.measures(of: texts, in: fonts, isCancelled)
    while let character = Self.missing(key.texts, texts, measures) {
      guard fonts.count < Self.maxFonts,
        let font = try FontFinder.font(for: character, isCancelled: isCancelled),
        !fonts.contains(font)
      else { throw .noGlyph(character) }
      fonts.append(font)
      (measures, library) = try Self.measures(of: texts, in: fonts, isCancelled)
    }
    func width(_ measures: [TextMeasure]) -> Double { measures.map(\.advance).reduce(0, +) }
    let joiners = JoinerWidths(
      ellipsis: width(measures[measures.count - 2]), hyphen: width(measures[measures.count - 1]))
    let measured = key.texts.enumerated().map { place, text in
      text.isEmpty
        ? nil
        : MeasuredText(
          text, texts[place], measures[place], joiners: joiners, isName: key.names.contains(place))
    }
    let used = Set(measures.joined().compactMap(\.font))
    // The first font stays even if it isn't used: it is the one that was asked for.
    self.fonts = fonts
    usedFonts = fonts.indices.filter(used.contains)
    self.library = library
    (title, header, footer) = (measured[0], measured[1], measured[2])
    captions = Array(measured.dropFirst(3))
  }

  /// The indices of the fonts that have at least one of the characters.
  let usedFonts: [Int]

  private static func measures(
    of texts: [TextCharacters], in fonts: [FontFile], _ isCancelled: @escaping () -> Bool
  ) throws(TextError) -> ([[TextMeasure]], String) {
    do throws(CodecError) {
      let result = try TextWorker.measure(texts, in: fonts, isCancelled: isCancelled)
      return (result.measures, result.version)
    } catch {
      throw .worker(error, fonts: failing(fonts, error, isCancelled).map(\.name))
    }
  }

  /// The fonts that fail by themselves, with any text; if none does, all of them.
  private static func failing(
    _ fonts: [FontFile], _ error: CodecError, _ isCancelled: @escaping () -> Bool
  ) -> [FontFile] {
    guard !error.isOfSystem, !error.isOfInstallation, fonts.count > 1 else { return fonts }
    let failing = fonts.filter { font in
      (try? TextWorker.measure([TextCharacters("a")], in: [font], isCancelled: isCancelled)) == nil
    }
    return failing.isEmpty ? fonts : failing
  }

  /// The first character, as users see them, that no font has.
  private static func missing(
    _ texts: [String], _ characters: [TextCharacters], _ measures: [[TextMeasure]]
  ) -> Character? {
    for (place, text) in texts.enumerated() {
      let starts = characters[place].starts
      for (character, (start, end)) in zip(text, zip(starts, starts.dropFirst())) {
        let hasFont = measures[place][start..<end].allSatisfy { $0.font != nil }
        if !hasFont { return character }
      }
    }
    return nil
  }

  /// What the layout needs to know; nil if there is no text outside the photos.
  func shape(_ options: CollageOptions) -> TextShape? {
    let isBelow = options.text.captionPlace != .inside
    guard title != nil || isBelow else { return nil }
    if let lines = options.openedLines,
      lines.are(of: captions.map { $0?.text ?? "" }, options)
    {
      return lines.shape
    }
    return TextShape(
      captions: captions.map { isBelow ? $0?.widths : nil }, title: title?.widths, options)
  }
}

extension TextShape {
  /// Texts in the sizes that the options give them.
  init(captions: [TextWidths?], title: TextWidths?, _ options: CollageOptions) {
    let size = options.text.size
    self.init(
      captions: captions, title: title, isTitleAbove: options.text.titlePlace == .above,
      size: size.ofCaptions(captions.count, in: options.layout.cells), titleSize: size.ofTitle)
    if options.layout.cells != nil { maxCaptionLines = 1 }
    isInBorder = options.text.captionPlace == .border && options.decoration.hasBorder
  }
}

extension String {
  /// Whether it is one word that ends like a file's name: "IMG_4711.jpeg".
  fileprivate var looksLikeFileName: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > startIndex,
      !unicodeScalars.contains(where: \.properties.isWhitespace)
    else { return false }
    let fileExtension = self[dot...].dropFirst()
    return (2...5).contains(fileExtension.utf8.count)
      && fileExtension.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && fileExtension.contains(where: \.isLetter)
  }
}

extension CollageOptions {
  /// The caption of the photo at an index, from 0; empty if there is none.
  package func caption(of photo: Photo, at place: Int) -> String {
    self[photo: place].caption
      ?? TextLimits.shortened(
        text.captions?.caption(of: photo, number: place + 1, text.language.names) ?? "")
  }
}
