internal import CollageKit
internal import CollageTerminal
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// The output of `--explain`: a line for each photo, measures of the layout's quality, and what is
/// kept or lost of the photos' HDR.
enum Explanation {
  /// - Parameter maker: with which it is, or will be, made.
  static func text(of plan: CollagePlan, _ maker: CollageMaker) -> String {
    let collage = maker.options
    let options = collage.layout
    let measures = plan.measures
    let canvas = plan.layout.canvas
    let trees = plan.considered == 1 ? "" : ", \(plan.considered) trees considered"
    let layout = plan.template == nil ? options.name : "template"
    return table(of: plan.placements) + """
      layout: \(layout), \(plan.pick) of \(plan.choices)\(trees); canvas \(canvas), \
      \(hundredths(Double(canvas.width) / Double(canvas.height))):1
      crop: \(percent(measures.meanCrop)) on average, \(percent(measures.worstCrop)) at worst; \
      empty: \(percent(measures.emptyShare)); aspect error: \(percent(measures.aspectError))
      areas: largest/smallest \(hundredths(measures.sizeRatio)), smallest \
      \(percent(measures.smallestShare)) of the canvas, \
      divergence \(hundredths(measures.unevenness)); \
      enlargement: \(hundredths(measures.enlargement)) at most
      order: \(pairs(measures.inversions)) out of order; \
      edges: \(pairs(measures.nearlyMeetingEdges)) nearly meet
      faces: \(measures.faces) known, \(measures.cutFaces) cut, \
      \(measures.crowdedFaces) close to a cut edge

      """ + bars(plan.placements.map(\.photo), maker)
      + freeOrder(instead: plan, collage, maker.context.faces)
      + hdr(of: plan.placements.map(\.photo.header), maker)
  }

  /// Which photos have plain bars, and whether they are left out; empty if none has.
  private static func bars(_ photos: [Photo], _ maker: CollageMaker) -> String {
    let isTrimmed = maker.options.trimsBars
    let limits = maker.options.decoding.limits
    let without =
      isTrimmed
      ? photos : try? maker.context.faces?.withoutBars(photos, limits, isCancelled: { false })
    return (without ?? photos).enumerated().map { index, photo in
      guard photo.header.part != nil else { return "" }
      let share = 1 - Double(photo.size.pixels) / Double(photo.header.wholeSize.pixels)
      return "bars: photo \(index + 1): \(percent(share)) of it"
        + (isTrimmed ? ", left out\n" : "; --trim leaves them out\n")
    }.joined()
  }

  /// What the best order of the photos would gain; empty if it would change nothing.
  private static func freeOrder(
    instead plan: CollagePlan, _ options: CollageOptions, _ faces: FaceFinder?
  ) -> String {
    guard options.layout.order == .kept,
      let free = try? CollagePlan(
        plan.placements.map(\.photo), MadeOptions(options.with(\.layout.order, .free)),
        faces: faces),
      free.layout != plan.layout
    else { return "" }
    return """
      with --order free: crop: \(percent(free.measures.meanCrop)) on average; \
      areas: largest/smallest \(hundredths(free.measures.sizeRatio))

      """
  }

  /// Says of each photo that is brighter than white on an HDR display how much, and whether the
  /// collage is; or why its gain map can't be used.
  private static func hdr(of photos: [PhotoHeader], _ maker: CollageMaker) -> String {
    let format = maker.encoding.format
    if !format.hasGainMap {
      let numbers = photos.indices.filter { photos[$0].hasHDR }.map { "\($0 + 1)" }
      guard !numbers.isEmpty else { return "" }
      let subject = numbers.count == 1 ? "photo \(numbers[0]) has" : "photos \(numbers.listed) have"
      return "HDR: \(subject) it, but a \(format.name) carries none\n"
    }
    let isKept = maker.options.colour.hdr == .auto
    return photos.enumerated().map { index, photo in
      guard photo.hasHDR, let kind = photo.hdrKind, let headroom = photo.headroom else {
        return photo.gainMapFault.map { "HDR: photo \(index + 1): \($0)\n" } ?? ""
      }
      let subject = photo.gainMap == nil ? "" : "gain map "
      return "HDR: photo \(index + 1): \(subject)\(isKept ? "kept" : "not used") "
        + "(\(kind), \(headroom.text(decimals: 1)) stops)\n"
    }.joined()
  }

  private static func table(of placements: [Placement]) -> String {
    let rows =
      [["photo", "size", "frame", "decoded at", "cropped"]]
      + placements.map { placement in
        [
          placement.photo.address.displayed, "\(placement.photo.size)", "\(placement.frame.size)",
          "1/\(8 / placement.plan.eighths)", percent(placement.croppedShare),
        ]
      }
    let widths =
      rows[0].indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 } + [0]
    return rows.map { zip($0, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "\n" }
      .joined()
  }

  private static func pairs(_ count: Int) -> String {
    count == 0 ? "none" : count == 1 ? "1 pair" : "\(count) pairs"
  }

  private static func percent(_ share: Double) -> String { (share * 100).text(decimals: 1) + "%" }
  private static func hundredths(_ value: Double) -> String { value.text(decimals: 2) }
}
