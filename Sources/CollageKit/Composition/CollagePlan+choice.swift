internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

extension CollagePlan {
  /// The layouts for some photos, and what had to be known of these.
  struct InformedChoice {
    let request: LayoutRequest
    let choice: LayoutChoice
    /// Nil where the layout doesn't depend on who is in the photos.
    let survey: FaceSurvey?
  }

  /// Up to so many photos are laid out before it is known who they show: that takes a millisecond
  /// or two, and decoding one of them twice takes more.
  private static let mostLaidOutTwice = 6
  /// Photos of fewer pixels are decoded twice in less time than that.
  private static let largePhoto = 3_000_000

  /// - Parameters:
  ///   - texts: nil for none outside of photos.
  ///   - faces: nil if nobody looks for faces.
  ///   - threads: how many may search at once.
  ///   - memory: what the search counts in; nil for no limit.
  static func choice(
    of photos: [Photo], _ options: CollageOptions, _ texts: CollageTexts?, _ faces: FaceFinder?,
    threads: Int, _ memory: MemoryBudget?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> InformedChoice {
    let (sizes, text) = (photos.map(\.size), texts?.shape(options))
    let unpeopled = LayoutRequest(sizes, options, text)
    var first: LayoutChoice?
    let survey = try options.survey(photos, by: faces, isCancelled: isCancelled) {
      () throws(CollageError) in
      // Of a leader it is known already, from the size that it is looked at without a layout.
      guard photos.count <= Self.mostLaidOutTwice, options.layout.lead <= 1,
        sizes.contains(where: { $0.pixels > Self.largePhoto })
      else { return [] }
      let found = try Self.choice(unpeopled, threads: threads, memory, isCancelled: isCancelled)
      first = found
      return found[0]?.frames ?? []
    }
    let request = LayoutRequest(sizes, options, text, showing: survey?.people ?? [])
    let choice =
      if let first, request == unpeopled { first } else {
        try Self.choice(request, threads: threads, memory, isCancelled: isCancelled)
      }
    return InformedChoice(request: request, choice: choice, survey: survey)
  }
}
