internal import PhotoCodecs

/// A photo in an order: where it is, and what the order compares first.
struct PhotoPlace: Sendable {
  /// The block's place in the index.
  let block: Int32
  /// The photo's place in the block.
  let index: Int32
  /// The digits of the photo's date as far as it is known, 0 for none; 0 in orders that don't
  /// depend on it.
  var date: Int
}

/// What is known of the photos in some folders, at one moment.
struct FolderContent: Sendable {
  var index = PhotoIndexState()
  var isScanning = false
  /// Grows each time that headers were read.
  var headersRead = 0
  /// Why the scan ended early.
  var failure: PhotoIndexError?
}

/// All photos of an index in an order, which is kept while the index grows and while headers are
/// read.
struct SortedPhotos: Sendable {
  let order: SearchOrder
  /// What they were taken from.
  private(set) var content = FolderContent()
  private(set) var places: [PhotoPlace] = []

  var blocks: [PhotoBlock] { content.index.blocks }

  init(_ order: SearchOrder) { self.order = order }

  /// Brings the order up to date.
  ///
  /// - Cost: for few changes one comparison for each photo; none without changes.
  mutating func update(to newContent: FolderContent) {
    // Blocks are added at the end as long as a scan lasts; another scan begins anew.
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

  /// Moves the photos whose headers told another date than their files.
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
