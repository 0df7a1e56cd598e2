internal import CollageKit
internal import CollageTerminal
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// The output of `--explain`: a line for each photo, measures of the layout's quality, and what is
/// lost of the photos.
enum Explanation {
  static func text(of plan: CollagePlan, _ collage: CollageOptions) -> String {
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
      areas: largest/smallest \(hundredths(measures.sizeRatio)), smallest \(percent(measures.smallestShare)) of the canvas, \
      divergence \(hundredths(measures.unevenness)); enlargement: \(hundredths(measures.enlargement)) at most
      order: \(pairs(measures.inversions)) out of order; edges: \(pairs(measures.nearlyMeetingEdges)) nearly meet
      faces: \(measures.faces) known, \(measures.cutFaces) cut, \(measures.crowdedFaces) close to a cut edge

      """ + freeOrder(instead: plan, collage) + gainMaps(of: plan.placements.map(\.photo))
  }

  /// What the best order of the photos would gain; empty if it would change nothing.
  private static func freeOrder(instead plan: CollagePlan, _ options: CollageOptions) -> String {
    guard options.layout.order == .kept,
      let free = try? CollagePlan(
        plan.placements.map(\.photo), options.with(\.layout.order, .free)),
      free.layout != plan.layout
    else { return "" }
    return """
      with --order free: crop: \(percent(free.measures.meanCrop)) on average; \
      areas: largest/smallest \(hundredths(free.measures.sizeRatio))

      """
  }

  /// Says of each photo that has a gain map what kind it is, and how much brighter than white the
  /// photo is on an HDR screen, which the collage isn't; or why it can't be used.
  private static func gainMaps(of photos: [Photo]) -> String {
    photos.enumerated().map { index, photo in
      if let map = photo.header.gainMap {
        let stops = Double(map.metadata.fullHeadroom).text(decimals: 1)
        return "HDR: photo \(index + 1): gain map found (\(map.kind.rawValue), \(stops) stops)\n"
      }
      return photo.header.gainMapFault.map { "HDR: photo \(index + 1): \($0)\n" } ?? ""
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
