internal import Imaging
internal import PhotoCodecs
package import PhotoLayouts

/// The photos chosen so far, in order, and the options for their collage. A photo may be chosen
/// more than once.
///
/// A photo's own options (`CollageOptions.photos`) move with the photo. The rank of a layout is
/// meaningless for other photos or another order, so it is reset to 1 when existing photos change.
/// A layout that was arranged by hand ends where photos are added.
package struct Selection: Hashable, Sendable {
  package private(set) var photos: [Photo]
  package var options: CollageOptions

  package init(_ photos: [Photo] = [], _ options: CollageOptions = CollageOptions()) {
    self.photos = photos
    self.options = options
  }

  package var count: Int { photos.count }

  /// Appends photos, with the options given in advance for their places.
  package mutating func add(_ added: some Sequence<Photo>) {
    change { $0 += added.map { Item(photo: $0) } }
  }

  /// Removes the photos at these places, from 0.
  mutating func remove(at places: Set<Int>) {
    let arranged = options.layout.isArranged ? options.layout.tree : nil
    change { items in items = items.indices.filter { !places.contains($0) }.map { items[$0] } }
    if let arranged { keep(arranged.without(places)) }
  }

  /// Keeps how photos lie, whatever a search would find.
  package mutating func keep(_ tree: SlicingTree?) { options.layout.keep(tree) }

  /// Moves a photo; both places from 0 and below the count.
  mutating func move(from source: Int, to target: Int) {
    change { $0.insert($0.remove(at: source), at: target) }
  }

  /// Swaps two photos; both places from 0 and below the count.
  mutating func swap(_ first: Int, _ second: Int) { change { $0.swapAt(first, second) } }

  /// Puts the photos into another order: the places, from 0, that they have now.
  mutating func reorder(to places: [Int]) {
    change { items in items = places.map { items[$0] } }
  }

  /// Replaces the photo at an index, from 0 and below the count. The new one takes over the weight,
  /// but not a rotation or a focus, which belong to the old picture. In place of a missing photo,
  /// one of the same size takes over everything.
  mutating func replace(at place: Int, with photo: Photo) {
    if photos[place].isMissing, photos[place].size == photo.size {
      photos[place] = photo
      return
    }
    change {
      $0[place].photo = photo
      $0[place].options.turn = .none
      $0[place].options.focus = nil
    }
  }

  /// Removes every photo, with its options.
  mutating func clear() {
    change { $0 = [] }
    options.photos = []
  }

  private struct Item: Hashable {
    var photo: Photo
    var options = PhotoOptions()
  }

  private mutating func change(_ body: (inout [Item]) -> Void) {
    let old = photos.enumerated().map { Item(photo: $1, options: options[photo: $0]) }
    var items = old
    body(&items)
    guard items != old else { return }
    if items.count != old.count, options.layout.isArranged { options.layout.tree = nil }
    // Options given in advance, for places without a photo, keep waiting for theirs.
    let waiting = options.photos.dropFirst(old.count)
    photos = items.map(\.photo)
    options.photos = items.map(\.options)
    for (place, waiting) in zip(old.count..., waiting) { options[photo: place] = waiting }
    if options.photos.allSatisfy({ $0 == PhotoOptions() }) { options.photos = [] }
    if !old.isEmpty { options.layout.pick = 1 }
  }
}
