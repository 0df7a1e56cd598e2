internal import PhotoCodecs

/// A photo in a sorted list: where it is, and its rank, which is compared first.
struct PhotoPlace: Sendable {
  /// The block's index in the list of blocks.
  let block: Int32
  /// The photo's index in the block.
  let index: Int32
  /// As `SearchOrder.ranks`, as far as the photo is known; 0 in orders that don't depend on it.
  var rank: Int
}

/// What is known of the photos in some folders at one moment.
struct FolderContent: Sendable {
  var index = PhotoIndexState()
  var isScanning = false
  /// Increases whenever headers have been read.
  var headersRead = 0
  /// Why the scan ended early.
  var failure: PhotoIndexError?
}

/// All photos of an index, kept sorted while the index grows and headers are read.
struct SortedPhotos: Sendable {
  let order: SearchOrder
  /// The content that the photos come from.
  private(set) var content = FolderContent()
  private(set) var places: [PhotoPlace] = []

  var blocks: [PhotoBlock] { content.index.blocks }

  init(_ order: SearchOrder) { self.order = order }

  /// Brings the order up to date.
  ///
  /// - Cost: one comparison per photo if little has changed, nothing if nothing has.
  mutating func update(to newContent: FolderContent) {
    // During a scan, blocks are only added at the end; another scan starts anew.
    let known = blocks.count
    guard newContent.index.blocks.prefix(known).last === blocks.last,
      newContent.index.blocks.count >= known
    else {
      self = SortedPhotos(order)
      return update(to: newContent)
    }
    let hasNewFacts = order.needsFacts && content.headersRead != newContent.headersRead
    content = newContent
    let added = blocks.indices.dropFirst(known).flatMap(places(ofBlock:))
    // Where other photos were taken tells when those without an offset were.
    if hasNewFacts || order.needsFacts && !added.isEmpty {
      sortAnew(places + added)
    } else {
      insert(added)
    }
  }

  private func places(ofBlock number: Int) -> [PhotoPlace] {
    (0..<blocks[number].count).map {
      PhotoPlace(block: Int32(number), index: Int32($0), rank: 0)
    }
  }

  /// Sorts all photos by what is known of them.
  private mutating func sortAnew(_ all: [PhotoPlace]) {
    let ranks = order.ranks(of: all.map(photo))
    var ranked = all
    for index in ranked.indices { ranked[index].rank = ranks[index] }
    places = ranked.sorted(by: areInOrder)
  }

  private mutating func insert(_ added: [PhotoPlace]) {
    guard !added.isEmpty else { return }
    let sorted = added.sorted(by: areInOrder)
    var merged: [PhotoPlace] = []
    merged.reserveCapacity(places.count + sorted.count)
    var next = 0
    for place in sorted {
      while next < places.count, !areInOrder(place, places[next]) {
        merged.append(places[next])
        next += 1
      }
      merged.append(place)
    }
    places = merged + places[next...]
  }

  private func areInOrder(_ first: PhotoPlace, _ second: PhotoPlace) -> Bool {
    if first.rank != second.rank { return first.rank > second.rank }
    return order.areInOrder(photo(first), photo(second))
  }

  private func photo(_ place: PhotoPlace) -> IndexedPhoto {
    IndexedPhoto(block: blocks[Int(place.block)], index: Int(place.index))
  }
}
