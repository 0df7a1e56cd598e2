internal import Imaging
package import PhotoLayouts

/// How the collage is printed and cut.
package struct PrintOptions: Hashable, Sendable {
  /// Needs a canvas on paper, as all of these.
  package var bleed = Bleed.none
  /// How far from the edge texts and faces stay; nil for as much as the bleed, and at least 1 % of
  /// the short side: nobody cuts more exactly.
  package var safe: Length?
  /// At which edge the page is bound.
  package var binding = Binding.auto
  /// The paper on which the collage is repeated; nil for none.
  package var sheet: SheetPaper?
  /// How many copies are on the sheet; nil for as many as fit.
  package var copies: Int?
  /// Between copies; nil for none, or if there are cut marks, for at most `widestGapForMarks`, as
  /// far as no copy is lost.
  package var sheetGap: Length?
  /// What the printer can't reach, at each edge of the sheet; nil for `unreachableMargin`, or none
  /// where a copy would be lost for it.
  package var sheetMargin: Length?
  /// Whether lines show where to cut; false by default.
  package var hasCutMarks = false

  package init() {}

  /// Sets what only sheets have to its defaults.
  ///
  /// - Parameter isChosen: whether the setting of a name stays.
  mutating func dropSheetSettings(except isChosen: (String) -> Bool) {
    let defaults = PrintOptions()
    if !isChosen("copies") { copies = defaults.copies }
    if !isChosen("sheet-gap") { sheetGap = defaults.sheetGap }
    if !isChosen("sheet-margin") { sheetMargin = defaults.sheetMargin }
    if !isChosen("cut-marks") { hasCutMarks = defaults.hasCutMarks }
  }

  static let widestGapForMarks = Length("4mm")!
  /// What most printers leave white at each edge.
  static let unreachableMargin = Length("5mm")!
}

extension PrintOptions {
  /// What stays white at each edge of the sheet, in points.
  ///
  /// - Parameters:
  ///   - copy: with its bleed.
  ///   - print: the canvas.
  func sheetMargin(of copy: PaperSize, on print: PrintSize) -> Double {
    if let sheetMargin { return sheetMargin.points(on: print) }
    guard let sheet else { return 0 }
    let gap = sheetGap?.points(on: print) ?? 0
    let margin = Self.unreachableMargin.points(on: print)
    func capacity(_ margin: Double) -> Int {
      SheetLayout.capacity(of: copy, on: sheet.size, .init(gap: gap, margin: margin))
    }
    let needed = copies ?? capacity(0)
    return needed > 0 && capacity(margin) >= needed ? margin : 0
  }
}

extension CollageOptions {
  /// The canvas if it is one on paper, with its density; nil for others.
  var printSize: PrintSize? {
    if case .print(let size) = layout.canvas { size } else { nil }
  }

  /// The bleed in whole pixels, rounded up so that pixels cover it; 0 where there is none.
  package var bleedPixels: Int { printPixels(print.bleed.length) }

  /// How far from the canvas's edges texts and faces stay, in pixels.
  package var safePixels: Int {
    if let safe = print.safe { return printPixels(safe) }
    // Rounded so that what stands at the default margin, which is as wide, is never outside.
    return max(bleedPixels, printPixels(.percent(1), rounded: .down))
  }

  /// The part of the canvas that is seen whole however it is cut and bound.
  func safeZone(of canvas: PixelSize) -> SafeZone {
    let safe = safePixels
    let binding = bindingMargins
    return SafeZone(
      of: canvas,
      FrameInsets(
        left: max(safe, binding.left), top: safe, right: max(safe, binding.right), bottom: safe))
  }

  /// What the binding takes of a page at its sides, in pixels.
  var bindingMargins: SideMargins {
    var margins = SideMargins()
    switch print.binding {
    case .left: margins.left = printPixels(Binding.width)
    case .right: margins.right = printPixels(Binding.width)
    case .auto, .none: break
    }
    return margins
  }

  /// In whole pixels, 0 where nothing is printed.
  private func printPixels(
    _ length: Length, rounded rule: FloatingPointRoundingRule = .up
  ) -> Int {
    // A template decides where photos lie.
    guard let size = printSize, pictures.template == nil else { return 0 }
    let pixels = length.pixels(
      onShortSide: min(size.pixels.width, size.pixels.height), of: layout.canvas)
    return Int((pixels + (rule == .up ? -1e-6 : 1e-6)).rounded(rule))
  }

  /// Without a margin that nobody asked for and that is narrower than the bleed: its rim would be
  /// cut unevenly.
  var withMarginForBleed: CollageOptions {
    guard layout.givenMargin == nil, isMarginInBleed else { return self }
    return with(\.layout.margin, .zero)
  }

  /// A gap that was chosen beside cut marks, if it leaves room for fewer copies.
  private var copiesLostToGap: String? {
    guard print.hasCutMarks, print.copies == nil, let gap = print.sheetGap, let size = printSize,
      let sheet = print.sheet
    else { return nil }
    let bleed = bleedPixels == 0 ? 0 : print.bleed.length.points(on: size)
    let copy = size.paper.widened(by: bleed)
    func capacity(_ gap: Double) -> Int {
      SheetLayout.capacity(
        of: copy, on: sheet.size, .init(gap: gap, margin: print.sheetMargin(of: copy, on: size)))
    }
    let (fitting, most) = (capacity(gap.points(on: size)), capacity(0))
    guard fitting < most else { return nil }
    return
      "with this sheet-gap, \(fitting) of \(most) copies fit on \(sheet.text); marks need none"
  }

  /// Copies that lie where most printers can't print, because fewer would fit without.
  private var copiesOutOfReach: String? {
    guard print.sheetMargin == nil, let size = printSize, let sheet = print.sheet else {
      return nil
    }
    let copy = size.paper.widened(by: bleedPixels == 0 ? 0 : print.bleed.length.points(on: size))
    guard print.sheetMargin(of: copy, on: size) == 0 else { return nil }
    let margin = PrintOptions.unreachableMargin
    let gap = print.sheetGap?.points(on: size) ?? 0
    let fitting = SheetLayout.capacity(
      of: copy, on: sheet.size, .init(gap: gap, margin: margin.points(on: size)))
    let advice =
      fitting == 0
      ? "print without a border, or choose a larger sheet"
      : "print without a border, or with a sheet-margin of \(margin.text), which leaves room for "
        + "\(fitting)"
    return
      "the copies reach the edge of the sheet, where most printers leave \(margin.text) white; "
      + advice
  }

  /// Whether the margin is narrower than the bleed.
  var isMarginInBleed: Bool { printPixels(layout.margin) < bleedPixels }

  /// What a user should know of the print, whatever the photos.
  var printNotes: [String] {
    let lengths = [("bleed", print.bleed.length), ("safe zone", print.safe)]
    let tiny = lengths.compactMap { name, length -> String? in
      guard case .pixels(let pixels)? = length, pixels > 0, let size = printSize,
        let millimetres = length?.points(on: size).millimetres, millimetres < 1
      else { return nil }
      return "the \(name) of \(pixels.shortText) pixels is \(millimetres.hundredths) mm wide; "
        + "for millimetres write \(pixels.shortText)mm"
    }
    let notes = tiny + [copiesLostToGap, copiesOutOfReach].compactMap(\.self)
    guard isMarginInBleed, !layout.margin.isZero else { return notes }
    return notes + [
      "the margin is narrower than the bleed, so its rim may be cut unevenly; leave it out, or "
        + "make it wider"
    ]
  }
}
