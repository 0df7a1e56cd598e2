internal import PhotoCodecs

extension PhotoSeries {
  /// - Parameter members: indices in ascending order, at least one.
  init(_ members: [Int], of photos: [SeriesPhoto]) {
    let usual = UsualExposure(of: members.map { photos[$0] })
    // Photos that can be compared at the largest scale come first.
    let order = members.sorted { (photos[$0].traits.scale, $0) < (photos[$1].traits.scale, $1) }
    let best = order.dropFirst().reduce(order[0]) { best, index in
      let rating = PhotoRating(photos[index], against: photos[best], usual)
      return rating.advantage > 0 ? index : best
    }
    self.best = best
    others = members.filter { $0 != best }.map { index in
      let rating = PhotoRating(photos[best], against: photos[index], usual)
      return Other(index: index, reasons: rating.reasons)
    }
    moment = members.compactMap { photos[$0].moment }
      .min { ($0.source, $0.timeline) < ($1.source, $1.timeline) }
  }
}
