internal import PhotoCodecs

/// A photo in an order: where it is, and what the order compares first.
struct PhotoPlace: Sendable {
  /// The block's place in the index.
  let block: Int32
  /// The photo's place in the block.
  let index: Int32
  /// The digits of the photo's date as far as it is known, 0 for none; 0 in orders that don't depend on it.
  var date: Int
}

/// All photos of an index in an order, which is kept while the index grows and while headers are read.
struct SortedPhotos: Sendable {
  let order: SearchOrder
  private(set) var blocks: [PhotoBlock] = []
  private(set) var places: [PhotoPlace] = []
  /// Which of the headers' dates the order takes into account; see `FolderContent.headersRead`.
  private var headersRead = 0

  init(_ order: SearchOrder) { self.order = order }

  /// Brings the order up to date.
  ///
  /// - Cost: for few changes one comparison for each photo; none without changes.
  mutating func update(to content: FolderContent) {
    // Blocks are added at the end as long as a scan lasts; another scan begins anew.
    let known = min(blocks.count, content.index.blocks.count)
    guard blocks.count <= known, blocks.last === content.index.blocks.prefix(known).last else {
      self = SortedPhotos(order)
      return update(to: content)
    }
    blocks = content.index.blocks
    if order == .date, headersRead != content.headersRead {
      updateDates()
      headersRead = content.headersRead
    }
    insert(blocks.indices.dropFirst(known).flatMap(places(ofBlock:)))
  }

  private func places(ofBlock number: Int) -> [PhotoPlace] {
    let block = blocks[number]
    let facts = order == .date ? block.knownFacts : []
    return (0..<block.count).map { index in
      var date = 0
      if order == .date {
        let taken = facts.isEmpty ? nil : facts[index]?.taken
        date = (taken ?? LocalTime(unixTime: block.picture(index).modified))?.digits ?? 0
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
