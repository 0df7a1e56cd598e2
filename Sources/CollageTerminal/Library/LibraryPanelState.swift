internal import CollageKit

/// What the library's panel knows and shows: the saved collages, those that match the search, and
/// the highlighted one. A value; it knows no terminal and reads no file.
struct LibraryPanelState {
  /// Whether the names of the files are still to come.
  private(set) var isListing = true
  /// Why they can't be listed.
  private(set) var failure: String?
  /// The search as it is typed.
  private(set) var term: [UInt8] = []
  private(set) var search = CollageSearch([])
  /// The places of the collages that match, in order.
  private(set) var hits: [Int] = []
  /// The hits in the window, and the highlighted one.
  private(set) var list = ListScreen()

  /// The newest first.
  private var entries: [CollageEntry] = []
  private var places: [Asset: Int] = [:]
  /// Whether each one's recipe was read.
  private var isRead: [Bool] = []
  private var readCount = 0
  /// All before it were read.
  private var firstUnread = 0
  /// Those that are in the trash, or on their way there.
  private var removed: Set<Asset> = []

  /// How many collages there are.
  var count: Int { entries.count - removed.count }

  /// Whether files or recipes are still to be read.
  var isReading: Bool { isListing || readCount < entries.count }

  var highlightedEntry: CollageEntry? { list.highlighted.map { self[hit: $0] } }

  private var highlightedAsset: Asset? { highlightedEntry?.listed.asset }

  subscript(hit place: Int) -> CollageEntry { entries[hits[place]] }

  func isRead(hit place: Int) -> Bool { isRead[hits[place]] }

  // MARK: What arrives

  /// - Parameter listed: the newest first. What is known of them already is kept.
  mutating func list(_ listed: [ListedAsset]) {
    let kept = highlightedAsset
    let known = listed.map { asset in
      places[asset.asset].flatMap { isRead[$0] && entries[$0].listed == asset ? $0 : nil }
    }
    entries = zip(listed, known).map { [entries] asset, place in
      place.map { entries[$0] } ?? CollageEntry(asset)
    }
    isRead = known.map { $0 != nil }
    readCount = isRead.count { $0 }
    firstUnread = 0
    places = Dictionary(
      listed.enumerated().map { ($1.asset, $0) }, uniquingKeysWith: { first, _ in first })
    removed = removed.filter { places[$0] != nil }
    isListing = false
    failure = nil
    find(keeping: kept)
  }

  mutating func fail(_ reason: String) {
    isListing = false
    failure = reason
  }

  /// Those whose recipes should be read next, at most so many: the ones that are shown come first.
  mutating func unread(limit: Int) -> [ListedAsset] {
    while firstUnread < isRead.count, isRead[firstUnread] { firstUnread += 1 }
    var places = list.page.map { hits[$0] }.filter { !isRead[$0] }
    if places.isEmpty {
      places = (firstUnread..<entries.count).prefix(limit).filter { [isRead] in !isRead[$0] }
    }
    return places.map { entries[$0].listed }
  }

  /// Takes over entries whose recipes were read.
  mutating func take(_ read: [CollageEntry]) {
    for entry in read {
      guard let place = places[entry.listed.asset], !isRead[place] else { continue }
      entries[place] = entry
      isRead[place] = true
      readCount += 1
    }
    if !search.isEmpty { find(keeping: highlightedAsset) }
  }

  // MARK: Searching, the highlight

  mutating func type(_ term: [UInt8]) {
    self.term = term
    search = CollageSearch(line: term)
    list.reset()
    find(keeping: nil)
  }

  mutating func setPageSize(_ size: Int) { list.setGrid(columns: 1, rows: size) }

  mutating func move(_ move: ListMove) { list.move(move) }

  mutating func move(to place: Int) { list.move(to: place) }

  /// Highlights a collage, if it is shown.
  mutating func highlight(_ asset: Asset) {
    if let place = places[asset], let hit = hits.firstIndex(of: place) { move(to: hit) }
  }

  /// Leaves a collage out, because it is being moved to the trash.
  mutating func hide(_ asset: Asset) {
    removed.insert(asset)
    list.hold()
    find(keeping: nil)
  }

  /// Shows it again.
  mutating func unhide(_ asset: Asset) {
    removed.remove(asset)
    find(keeping: highlightedAsset)
  }

  /// Finds the hits anew.
  ///
  /// - Parameter asset: stays highlighted if it is still a hit; else the one that takes its place
  ///   is.
  private mutating func find(keeping asset: Asset?) {
    hits = entries.indices.filter {
      !removed.contains(entries[$0].listed.asset) && search.matches(entries[$0])
    }
    let kept = asset.flatMap { places[$0] }.flatMap { hits.firstIndex(of: $0) }
    list.update(count: hits.count, kept: kept)
  }
}
