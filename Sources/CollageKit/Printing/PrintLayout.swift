internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// How a collage lies on paper: with its bleed, and repeated on a sheet.
struct PrintLayout {
  /// In pixels, at each side.
  let bleed: Int
  /// Nil without a sheet.
  let sheet: SheetLayout?
  private let print: PrintSize
  private let options: PrintOptions
  /// In points.
  private let exactBleed: Double

  /// Nil for a collage that isn't on paper.
  ///
  /// - Throws: what can't be printed, whatever the photos.
  init?(_ made: MadeOptions) throws(PrintError) {
    let options = made.options
    let settings = options.print
    try Self.checkSheet(settings, isOnPaper: options.printSize != nil)
    guard let print = options.printSize else {
      if let setting = settings.settingsOnPaper.first { throw .noPaper(setting: setting) }
      return nil
    }
    self.print = print
    self.options = settings
    bleed = options.bleedPixels
    exactBleed = bleed == 0 ? 0 : settings.bleed.length.points(on: print)
    for (setting, length) in [("bleed", settings.bleed.length), ("safe", settings.safe)] {
      guard let points = length?.points(on: print) else { continue }
      guard points * 2 < print.paper.shortSide else {
        throw .tooWide(setting: setting, points: points, print.paper)
      }
    }
    let copy = print.paper.widened(by: exactBleed)
    sheet = try settings.sheet.map { paper throws(PrintError) in
      try Self.layout(of: copy, on: paper, settings, print)
    }
  }

  private static func checkSheet(
    _ options: PrintOptions, isOnPaper: Bool
  ) throws(PrintError) {
    guard options.sheet == nil else { return }
    let settings = [
      ("copies", options.copies != nil), ("sheet-gap", options.sheetGap != nil),
      ("sheet-margin", options.sheetMargin != nil), ("cut-marks", options.hasCutMarks),
    ]
    if let (setting, _) = settings.first(where: \.1) {
      throw .noSheet(setting: setting, isOnPaper: isOnPaper)
    }
  }

  private static func layout(
    of copy: PaperSize, on paper: SheetPaper, _ options: PrintOptions, _ print: PrintSize
  ) throws(PrintError) -> SheetLayout {
    let margin = options.sheetMargin(of: copy, on: print)
    let gap =
      if let given = options.sheetGap {
        given.points(on: print)
      } else if options.hasCutMarks {
        SheetLayout.gapForMarks(
          upTo: PrintOptions.widestGapForMarks.points(on: print), of: copy, on: paper.size,
          margin: margin, count: options.copies)
      } else {
        0.0
      }
    let spacing = SheetLayout.Spacing(gap: gap, margin: margin)
    if let layout = SheetLayout(of: copy, on: paper.size, spacing, count: options.copies) {
      return layout
    }
    let fitting = SheetLayout.capacity(of: copy, on: paper.size, spacing)
    guard let copies = options.copies, fitting > 0 else {
      throw .sheetTooSmall(paper, margin: margin, collage: copy)
    }
    let without = SheetLayout.capacity(of: copy, on: paper.size, .init(margin: margin))
    throw .tooManyCopies(copies, fitting: fitting, withoutGap: without, paper)
  }

  /// Of the trimmed collage.
  private var trim: PixelSize { print.pixels }

  /// Of the picture that is drawn: the collage with its bleed.
  var size: PixelSize {
    PixelSize(width: trim.width + 2 * bleed, height: trim.height + 2 * bleed)
  }

  /// The paper with its copies, for a PDF.
  var page: PrintedPage {
    guard let sheet, let paper = options.sheet?.size else {
      let paper = print.paper.widened(by: exactBleed)
      return PrintedPage(
        paper: paper, bleed: exactBleed, pictureBleed: bleed,
        copies: [.init(picture(on: PaperArea(paper)))])
    }
    return PrintedPage(
      paper: paper, pictureBleed: bleed,
      copies: sheet.copies.map {
        .init(picture(on: $0, isTurned: sheet.isTurned), isTurned: sheet.isTurned)
      },
      cutMarks: options.hasCutMarks ? sheet.cutMarks(bleed: exactBleed) : [])
  }

  /// Where the picture lies so that its trim is exact: its bleed has whole pixels, so it ends up to
  /// one beyond the place of a copy.
  private func picture(on place: PaperArea, isTurned: Bool = false) -> PaperArea {
    guard bleed > 0 else { return place }
    func beyond(_ side: Double, _ pixels: Int) -> Double {
      side / Double(pixels) * Double(bleed) - exactBleed
    }
    let across = beyond(print.paper.width, trim.width)
    let down = beyond(print.paper.height, trim.height)
    return place.inset(across: isTurned ? -down : -across, down: isTurned ? -across : -down)
  }

  /// The sheet in pixels of the collage's density; nil without a sheet.
  var sheetSize: PixelSize? { options.sheet?.size.pixels(at: print.density) }

  /// The memory of pixels that the collage without its bleed doesn't have.
  ///
  /// - Parameters:
  ///   - isPicture: whether the sheet is drawn, not only described.
  ///   - hasGains: whether it has gains beside its pixels.
  func bytesBesideCanvas(isPicture: Bool, withGains hasGains: Bool = false) -> Int {
    func bytes(_ size: PixelSize) -> Int {
      Raster.bytes(of: size) + (hasGains ? FittedGains.bytes(of: size) : 0)
    }
    guard isPicture, let sheet, let sheetSize else { return bytes(size) - bytes(trim) }
    return bytes(size) - bytes(trim) + bytes(sheetSize) + (sheet.isTurned ? bytes(size) : 0)
  }

  /// The sheet as a picture, with the gains of its pixels.
  ///
  /// - Parameters:
  ///   - picture: the collage with its bleed.
  ///   - gains: the picture's; nil for none.
  ///   - ground: the colour of the paper.
  func sheet(
    of picture: Raster, _ gains: GainPlane?, on ground: Colour
  ) throws(OutOfMemory) -> (raster: Raster, gains: GainPlane?) {
    guard let size = sheetSize, let sheet else { return (picture, gains) }
    let raster = try Raster(
      canvas: size, filledWith: ground, in: picture.colourSpace, except: [])
    let sheetGains = try gains.map { _ throws(OutOfMemory) in try GainPlane(size) }
    let copy = sheet.isTurned ? try picture.turnedRight() : picture
    let gains = sheet.isTurned ? try gains?.turnedRight() : gains
    for place in page.copies {
      let (x, y) = (pixels(place.area.x), pixels(place.area.y))
      raster.copy(copy, atX: x, y: y)
      if let gains { sheetGains?.copy(gains, atX: x, y: y) }
    }
    for mark in page.cutMarks {
      let (x, y) = (pixels(mark.x), pixels(mark.y))
      let line = try Raster(
        canvas: PixelSize(width: x.count, height: y.count), filledWith: .black,
        in: picture.colourSpace, except: [])
      raster.copy(line, atX: x.lowerBound, y: y.lowerBound)
      let area = PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
      for row in 0..<y.count { sheetGains?.cover(withRow: row, of: line, at: area) }
    }
    return (raster, sheetGains)
  }

  private var pixelsPerPoint: Double {
    Double(print.density.dotsPerInch) / PaperSize.pointsPerInch
  }

  private func pixels(_ points: Double) -> Int { Int((points * pixelsPerPoint).rounded()) }

  /// A mark's length, or its width if it has none this way: at least a pixel.
  private func pixels(_ range: ClosedRange<Double>) -> Range<Int> {
    let start = pixels(range.lowerBound)
    if range.lowerBound < range.upperBound {
      return start..<max(pixels(range.upperBound), start + 1)
    }
    let width = max(PrintedPage.markWidth * pixelsPerPoint, 1)
    let left = Int((range.lowerBound * pixelsPerPoint - width / 2).rounded())
    return left..<left + Int(width.rounded())
  }
}

extension PrintOptions {
  /// The names of the settings that need a canvas on paper and are used.
  fileprivate var settingsOnPaper: [String] {
    var names: [String] = []
    if !bleed.length.isZero { names.append("bleed") }
    if let safe, !safe.isZero { names.append("safe") }
    if sheet != nil { names.append("sheet") }
    return names
  }
}
