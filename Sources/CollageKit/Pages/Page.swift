/// The photos of a page, and what is made of them.
struct Page: Sendable {
  /// From 1.
  let number: Int
  /// In order.
  let photos: [Photo]
  /// The photos' numbers among all that were named, from 1.
  let photoNumbers: [Int]
  /// The collage's, with the options of these photos, and the lines in this page's margins.
  let options: CollageOptions
  /// Whether its photos have weights for which nobody asked.
  var isWeighed = false

  /// What a user should know of the page's layout before it is drawn.
  func warnings(of plan: CollagePlan) -> [PhotoWarning] {
    isWeighed ? plan.warnings.filter { !plan.weightWarnings.contains($0) } : plan.warnings
  }
}
