internal import PhotoCodecs

/// A photo in a sorted list: where it is, and its date, which is compared first.
struct PhotoPlace: Sendable {
  /// The block's index in the list of blocks.
  let block: Int32
  /// The photo's index in the block.
  let index: Int32
  /// The digits of the photo's date, as far as it is known; 0 for none, and in orders that don't
  /// depend on it.
  var date: Int
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
    let hasNewDates = order == .date && content.headersRead != newContent.headersRead
    content = newContent
    if hasNewDates { updateDates() }
    insert(blocks.indices.dropFirst(known).flatMap(places(ofBlock:)))
  }

  private func places(ofBlock number: Int) -> [PhotoPlace] {
    let block = blocks[number]
    let facts = order == .date ? block.knownFacts : []
    return (0..<block.count).map { index in
      var date = 0
      if order == .date {
        let taken = facts.isEmpty ? nil : facts[index]?.taken
        date = (taken ?? LocalTime(unixTime: block.pictures[index].modified))?.digits ?? 0
      }
      return PhotoPlace(block: Int32(number), index: Int32(index), date: date)
    }
  }

  /// Moves the photos whose headers have another date than their files.
  private mutating func updateDates() {
    let facts = blocks.map(\.knownFacts)
    var (same, changed) = ([PhotoPlace](), [PhotoPlace]())
    same.reserveCapacity(places.count)
    for var place in places {
      let known = facts[Int(place.block)]
      let taken = known.isEmpty ? nil : known[Int(place.index)]?.taken?.digits
      if let taken, taken != place.date {
        place.date = taken
        changed.append(place)
      } else {
        same.append(place)
      }
    }
    places = same
    insert(changed)
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
    if order == .date, first.date != second.date { return first.date > second.date }
    return order.areInOrder(photo(first), first.date, photo(second), second.date)
  }

  private func photo(_ place: PhotoPlace) -> IndexedPhoto {
    IndexedPhoto(block: blocks[Int(place.block)], index: Int(place.index))
  }
}
