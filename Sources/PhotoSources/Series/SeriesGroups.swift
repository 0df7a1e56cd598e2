internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// Which photos belong together. For many photos it is kept on disk, because comparing them takes
/// seconds: if they are the same again, they aren't compared again.
struct SeriesGroups {
  /// Fewer photos than this are compared in less time than it takes to notice.
  static let leastKept = 2048
  /// Changes with what makes photos belong together (see `SeriesFinder`).
  private static let magic = Array("collage groups 1\n".utf8)

  /// The groups of photos' indices, as `SeriesFinder` makes them.
  ///
  /// - Parameters:
  ///   - store: nil to keep nothing.
  ///   - cancellation: after it, groups are incomplete, and aren't kept.
  static func groups(
    of photos: [SeriesPhoto], in store: TraitsStore?, _ cancellation: Cancellation,
    leastKept: Int = leastKept
  ) -> [[Int]] {
    guard let store, photos.count >= leastKept else {
      return SeriesFinder.groups(photos, cancellation)
    }
    let key = key(of: photos)
    if let known = store.kept(key, limit: maxBytes(of: photos.count)),
      let groups = groups(known, of: photos.count)
    {
      return groups
    }
    let groups = SeriesFinder.groups(photos, cancellation)
    if !cancellation.isCancelled { store.keep(bytes(groups), key) }
    return groups
  }

  /// What stands for all that groups depend on: the photos' files, with what was measured of them,
  /// their names, their times and their order.
  private static func key(of photos: [SeriesPhoto]) -> [UInt8] {
    var hash = SHA256()
    hash.update(magic + TraitsRecord.magic)
    for photo in photos {
      var record = RecordWriter()
      record.appendCounted(photo.path.lastComponent?.bytes ?? [])
      for number in photo.identity.numbers { record.append(number, bytes: 8) }
      record.append(photo.timeline, bytes: 8)
      record.append((photo.isDated ? 1 : 0) + (photo.isFromCamera ? 2 : 0), bytes: 1)
      hash.update(record.bytes)
    }
    return hash.finish()
  }

  private static func maxBytes(of count: Int) -> Int { magic.count + 32 + 8 * count + 4 }

  private static func bytes(_ groups: [[Int]]) -> [UInt8] {
    var record = RecordWriter()
    for group in groups {
      record.append(group.count, bytes: 4)
      for index in group { record.append(index, bytes: 4) }
    }
    var hash = SHA256()
    hash.update(record.bytes)
    return magic + hash.finish() + record.bytes
  }

  /// Nil for bytes that aren't the groups of so many photos, with each of them once.
  private static func groups(_ bytes: [UInt8], of count: Int) -> [[Int]]? {
    let start = magic.count + 32
    guard bytes.starts(with: magic), bytes.count > start else { return nil }
    let content = Array(bytes[start...])
    var hash = SHA256()
    hash.update(content)
    guard hash.finish() == Array(bytes[magic.count..<start]) else { return nil }
    var record = RecordReader(content[...])
    var groups: [[Int]] = []
    var isGrouped = [Bool](repeating: false, count: count)
    while !record.isAtEnd {
      guard let members = record.number(bytes: 4), let group = record.numbers(members, bytes: 4),
        !group.isEmpty
      else { return nil }
      for index in group {
        guard isGrouped.indices.contains(index), !isGrouped[index] else { return nil }
        isGrouped[index] = true
      }
      groups.append(group)
    }
    return isGrouped.contains(false) ? nil : groups
  }
}
