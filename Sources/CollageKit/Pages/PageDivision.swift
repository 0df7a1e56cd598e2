internal import Files
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SystemPackage

/// Photos divided into pages: each is on one page, once, and one of them on the cover, too.
struct PageDivision: Sendable {
  let pages: [Page]
  /// What is to be told of how they were divided.
  let warnings: [PhotoWarning]

  /// - Parameters:
  ///   - groups: each begins a page; together at least one photo.
  ///   - options: of all pages; those of photos are in the order in which they were named. A
  ///     template must be read.
  ///   - cover: the place of the photo on the cover, among all, from 0; nil for no cover.
  init(
    _ groups: [[Photo]], _ options: CollageOptions, _ wanted: PageOptions, isBook: Bool,
    cover: Int? = nil
  ) throws(CollageError) {
    let photos = Array(groups.joined())
    guard !photos.isEmpty else { throw .pages(.noPhotos) }
    if wanted.headings != nil, cover == nil, options.text.title?.isEmpty == false {
      throw .pages(.titleBesideHeadings)
    }
    var options = options
    options.widenMargin()
    let coverOptions = options
    if wanted.hasPageNumbers == true {
      options.text.footer = PageText.numbered(options.text.footer)
    }
    if let columns = wanted.columns(beside: options) {
      options.layout.cells = try Self.cells(columns, of: photos.map(\.size), options, wanted)
      options.layout.style = .grid
      options.layout.tree = nil
    }
    let sections = try Self.sections(of: groups, options, wanted)
    let runs = Array(sections.joined())
    warnings = Self.warnings(of: sections, options, wanted)
    let texts = try Texts(options)
    let inner = runs.enumerated().map { index, run in
      var own = options
      own.photos = options.photos.isEmpty ? [] : run.photos.map { options[photo: $0.place] }
      if cover != nil || wanted.headings != nil { own.text.title = run.heading }
      let photos = run.photos.map(\.photo)
      let shown = runs.prefix(index).reduce(0) { $0 + $1.photos.count }
      texts.apply(to: &own, photos, firstPhoto: shown + 1, page: index + 1, of: runs.count)
      return Page(
        number: index + 1, photos: photos, photoNumbers: run.photos.map { $0.place + 1 },
        options: own)
    }
    let front = cover.map { Page.cover(showing: $0, of: photos, coverOptions) }
    let all = [front].compactMap(\.self) + inner
    pages = all.enumerated().map { index, page in
      let binding = options.print.binding.ofPage(index + 1, isBook: isBook && all.count > 1)
      return Page(
        number: index + 1, photos: page.photos, photoNumbers: page.photoNumbers,
        options: page.options.fillingCode(number: index + 1).with(\.print.binding, binding))
    }
  }

  /// The pages of each section.
  private static func sections(
    of groups: [[Photo]], _ options: CollageOptions, _ wanted: PageOptions
  ) throws(CollageError) -> [[PageSection]] {
    let limit = try limit(options, wanted)
    // Cells and openings look best if they are filled.
    let isFull = options.layout.cells != nil || options.pictures.template != nil
    let sections = PageSection.sections(
      of: groups, wanted, flowsOn: wanted.flowsOn(beside: options), options.text.language.names)
    if wanted.headings == .day, sections.allSatisfy({ $0.heading == nil }) {
      throw .pages(.headingsWithoutDates)
    }
    return sections.map { section in
      let photos = section.photos
      let ranges =
        wanted.goesByDate
        ? PageBreaks.atGaps(of: photos.map { $0.time / 1_000_000 }, atMost: limit)
        : isFull
          ? PageBreaks.full(photos.count, of: limit)
          : PageBreaks.balanced(photos.count, atMost: limit)
      return ranges.map { range in
        PageSection(
          photos: Array(photos[range]), heading: range.lowerBound == 0 ? section.heading : nil)
      }
    }
  }

  /// Photos in an order of time that they don't say, and events that have several pages.
  private static func warnings(
    of sections: [[PageSection]], _ options: CollageOptions, _ wanted: PageOptions
  ) -> [PhotoWarning] {
    var causes: [PhotoWarning.Cause] = []
    let photos = sections.joined().flatMap(\.photos)
    let undated = photos.count { $0.photo.shownMoment == nil }
    if wanted.goesByDate, 1..<photos.count ~= undated { causes.append(.undated(undated)) }
    let divided = sections.filter { $0.count > 1 }.map { $0.map(\.photos.count).reduce(0, +) }
    if wanted.order == .event, let most = divided.max() {
      let isAdjustable = options.pictures.template == nil
      causes.append(.dividedEvents(divided.count, keptBy: isAdjustable ? most : nil))
    }
    return causes.map { PhotoWarning(address: nil, cause: $0) }
  }

  /// How many photos a page has at most.
  private static func limit(
    _ options: CollageOptions, _ wanted: PageOptions
  ) throws(CollageError) -> Int {
    if let template = options.pictures.template?.template {
      let count = template.openings.count
      if let perPage = wanted.perPage, perPage > count {
        throw .pages(.openings(count, perPage: perPage))
      }
      return wanted.perPage ?? count
    }
    return wanted.perPage ?? options.layout.cells?.count ?? PageOptions.defaultPerPage
  }

  /// So many columns, with as many rows as the page has room for, or as its photos need.
  private static func cells(
    _ columns: Int, of sizes: [PixelSize], _ options: CollageOptions, _ wanted: PageOptions
  ) throws(CollageError) -> GridCells {
    guard options.layout.canvasSize != nil else { throw .pages(.columnsWithoutSize) }
    let columns = min(columns, wanted.perPage ?? columns)
    // What a line of text needs is enough here: captions in cells have one.
    let hasCaptions =
      options.text.captions != nil || options.photos.contains { $0.caption?.isEmpty == false }
    let title: TextWidths? = options.text.title?.isEmpty == false ? TextWidths(always: 1) : nil
    let filling = GridCells.filling(
      columns: columns,
      ratios: sizes.enumerated().map { place, size in
        let turned = options[photo: place].turn.orientation.applied(to: size)
        return Double(turned.width) / Double(turned.height)
      }
    ) { cells in
      let options = options.with(\.layout.cells, cells)
      var text: TextShape?
      if hasCaptions && options.text.captionPlace != .inside || title != nil {
        text = TextShape(
          captions: [hasCaptions ? TextWidths(always: 1) : nil], title: title, options)
      }
      return LayoutRequest([sizes[0]], options, text)
    }
    let cells = wanted.perPage.map { perPage in
      // Where they leave rows empty, these are at the end of the page.
      let rows = perPage == 1 ? 1 : max((perPage + columns - 1) / columns, filling?.rows ?? 1)
      return GridCells(columns: columns, rows: rows)
    }
    guard let cells = cells ?? filling else { throw .pages(.tooManyColumns(columns)) }
    return cells
  }
}

extension PageDivision {
  /// The texts that differ from page to page.
  private struct Texts {
    let header: PageText?
    let footer: PageText?

    init(_ options: CollageOptions) throws(CollageError) {
      func text(_ name: String, _ text: String?) throws(CollageError) -> PageText? {
        guard let text else { return nil }
        do throws(PageText.Fault) {
          return try PageText(text)
        } catch {
          throw .pages(.text(name, error))
        }
      }
      header = try text("header", options.text.header)
      footer = try text("footer", options.text.footer)
    }

    /// - Parameters:
    ///   - firstPhoto: the number of the page's first photo among all, from 1.
    ///   - page: from 1.
    func apply(
      to options: inout CollageOptions, _ photos: [Photo], firstPhoto: Int, page: Int, of count: Int
    ) {
      let dates = DatesShown(of: photos)
      let folders = Set(photos.map(\.folderName))
      let folder = folders.count == 1 ? folders.first ?? nil : nil
      let names = options.text.language.names
      if dates != nil, [header, footer].contains(where: { $0?.hasDates == true }) {
        options.text.namesMonthsInMargin = true
      }
      func text(_ format: PageText?) -> String? {
        format?.text(folder: folder, dates: dates, number: page, of: count, names)
      }
      options.text.header = text(header)
      options.text.footer = text(footer)
      // Numbers go on from page to page. On the first one they are those of the format.
      guard let format = options.text.captions, format.hasNumber, firstPhoto > 1,
        options.pictures.template == nil
      else { return }
      for (index, photo) in photos.enumerated() where options[photo: index].caption == nil {
        options[photo: index].caption = TextLimits.shortened(
          format.caption(of: photo, number: firstPhoto + index, names))
      }
    }
  }
}

extension CollageOptions {
  /// The least margin of pages on paper of which nobody said how wide it should be: more than most
  /// printers can't reach, and than is lost when paper is cut.
  private static let leastPageMargin = Length("5mm")!

  /// Gives pages on paper that margin, where it isn't narrower than the bleed.
  fileprivate mutating func widenMargin() {
    guard let size = printSize, layout.givenMargin == nil, pictures.template == nil else { return }
    let shortSide = min(size.pixels.width, size.pixels.height)
    let least = Self.leastPageMargin.wholePixels(onShortSide: shortSide, of: layout.canvas)
    let own = layout.margin.wholePixels(onShortSide: shortSide, of: layout.canvas)
    if least > max(own, bleedPixels - 1) { layout.margin = Self.leastPageMargin }
  }
}
