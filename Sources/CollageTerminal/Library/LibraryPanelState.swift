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
  /// The place of the highlighted one among the hits; nil when there are none.
  private(set) var highlighted: Int?
  /// The first hit that is shown.
  private(set) var top = 0
  /// How many are shown at a time.
  private(set) var pageSize = 1

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
  /// Whether the highlight stays on its collage when others are found. False until the user moves
  /// it: until then the first is highlighted.
  private var isHighlightHeld = false

  /// How many collages there are.
  var count: Int { entries.count - removed.count }

  /// Whether files or recipes are still to be read.
  var isReading: Bool { isListing || readCount < entries.count }

  var highlightedEntry: CollageEntry? { highlighted.map { entries[hits[$0]] } }

  /// The places of the hits that are shown, among the hits.
  var page: Range<Int> { (top..<top + pageSize).clamped(to: hits.indices) }

  subscript(hit place: Int) -> CollageEntry { entries[hits[place]] }

  func isRead(hit place: Int) -> Bool { isRead[hits[place]] }

  // MARK: What arrives

  /// - Parameter listed: the newest first. What is known of them already is kept.
  mutating func list(_ listed: [ListedAsset]) {
    let (old, oldPlaces, wasRead) = (entries, places, isRead)
    let kept = highlightedEntry?.listed.asset
    let known = listed.map { asset in
      oldPlaces[asset.asset].flatMap { wasRead[$0] && old[$0].listed == asset ? $0 : nil }
    }
    entries = zip(listed, known).map { asset, place in
      place.map { old[$0] } ?? CollageEntry(asset)
    }
    isRead = known.map { $0 != nil }
    readCount = isRead.count { $0 }
    firstUnread = 0
    places = Dictionary(
      listed.enumerated().map { ($1.asset, $0) }, uniquingKeysWith: { first, _ in first })
    removed = removed.filter { places[$0] != nil }
    (isListing, failure) = (false, nil)
    find(keeping: kept)
  }

  mutating func fail(_ reason: String) { (isListing, failure) = (false, reason) }

  /// Those whose recipes should be read next, at most so many: the ones that are shown come first.
  mutating func unread(limit: Int) -> [ListedAsset] {
    while firstUnread < isRead.count, isRead[firstUnread] { firstUnread += 1 }
    var places = page.map { hits[$0] }.filter { !isRead[$0] }
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
    if !search.isEmpty { find(keeping: isHighlightHeld ? highlightedEntry?.listed.asset : nil) }
  }

  // MARK: Searching, the highlight

  mutating func type(_ term: [UInt8]) {
    self.term = term
    search = CollageSearch(line: term)
    isHighlightHeld = false
    (highlighted, top) = (nil, 0)
    find(keeping: nil)
  }

  mutating func setPageSize(_ size: Int) {
    pageSize = max(size, 1)
    scroll()
  }

  mutating func move(by count: Int) { move(to: (highlighted ?? 0) + count) }

  mutating func move(to place: Int) {
    guard !hits.isEmpty else { return }
    highlighted = min(max(place, 0), hits.count - 1)
    isHighlightHeld = true
    scroll()
  }

  /// Highlights a collage, if it is shown.
  mutating func highlight(_ asset: Asset) {
    if let place = places[asset], let hit = hits.firstIndex(of: place) { move(to: hit) }
  }

  /// Leaves a collage out, because it is being moved to the trash.
  mutating func hide(_ asset: Asset) {
    removed.insert(asset)
    isHighlightHeld = true
    find(keeping: nil)
  }

  /// Shows it again.
  mutating func unhide(_ asset: Asset) {
    removed.remove(asset)
    find(keeping: highlightedEntry?.listed.asset)
  }

  /// Finds the hits anew.
  ///
  /// - Parameter asset: stays highlighted if it is still a hit; else the one that takes its place is.
  private mutating func find(keeping asset: Asset?) {
    let old = highlighted ?? 0
    hits = entries.indices.filter {
      !removed.contains(entries[$0].listed.asset) && search.matches(entries[$0])
    }
    let kept = asset.flatMap { places[$0] }.flatMap { hits.firstIndex(of: $0) }
    highlighted = hits.isEmpty ? nil : kept ?? (isHighlightHeld ? min(old, hits.count - 1) : 0)
    scroll()
  }

  /// Scrolls as little as needed to show the highlight.
  private mutating func scroll() {
    let place = highlighted ?? 0
    top = min(max(top, place - pageSize + 1), place)
    top = max(min(top, hits.count - pageSize), 0)
  }
}
