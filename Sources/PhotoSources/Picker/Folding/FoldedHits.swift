/// The photos that a search has found, with those hidden for which another of their series stands.
final class FoldedHits: PickerPhotoList {
  private let found: PickerHits
  /// The places of the photos that are shown, among those that were found.
  private let places: [Int]
  private let series: [Int: TileSeries]
  /// The photos that stand for hidden ones. All by their places among those that were found.
  private let standIns: [Int: Int]

  init(
    _ found: PickerHits, places: [Int], series: [Int: TileSeries], standIns: [Int: Int]
  ) {
    (self.found, self.places, self.series, self.standIns) = (found, places, series, standIns)
  }

  var count: Int { places.count }

  subscript(place: Int) -> PickerPhoto { found[places[place]] }

  /// The series of the photo at a place; nil if no other photo shows the same.
  func series(at place: Int) -> TileSeries? { series[places[place]] }

  func place(of photo: PickerPhoto, near place: Int) -> Int? {
    foundPlace(of: photo, near: place).flatMap { shownPlace($0, near: place) }
  }

  /// The place of a photo or, if it is hidden, of the one that stands for it.
  func place(standingFor photo: PickerPhoto, near place: Int) -> Int? {
    foundPlace(of: photo, near: place).flatMap { shownPlace(standIns[$0] ?? $0, near: place) }
  }

  private func foundPlace(of photo: PickerPhoto, near place: Int) -> Int? {
    found.place(of: photo, near: places.indices.contains(place) ? places[place] : 0)
  }

  private func shownPlace(_ wanted: Int, near place: Int) -> Int? {
    places.indices.contains(place) && places[place] == wanted
      ? place : places.firstIndex(of: wanted)
  }
}
