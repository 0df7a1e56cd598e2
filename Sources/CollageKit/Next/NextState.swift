package import PhotoCodecs

/// What `collage next` remembers from step to step.
package struct NextState: Hashable, Sendable {
  /// A picture that was shown.
  package struct Shown: Hashable, Sendable {
    /// Of its photos, in order.
    package let digests: [Digest]

    package init(_ digests: [Digest]) { self.digests = digests }
  }

  package var progress = NextProgress()
  /// The number of the last moment.
  package var lastMoment = 0
  /// How many pictures `--back` has gone back since the last step.
  package var back = 0
  package var records: [NextRecord] = []
  /// The last pictures, the newest at the end.
  package private(set) var shown: [Shown] = []

  /// How many pictures one can go back, and the one that is shown.
  private static let maxShown = 32

  package init() {}

  package mutating func add(_ picture: Shown) {
    shown = (shown + [picture]).suffix(Self.maxShown)
    back = 0
  }

  /// The picture so many steps before the newest one; the oldest that is known if there are fewer;
  /// nil if none is.
  package func picture(back: Int) -> Shown? {
    shown.isEmpty ? nil : shown[max(shown.count - 1 - back, 0)]
  }

  /// The records of the photos that there are, in order: those that were known, also by other
  /// names and as copies, and new ones.
  ///
  /// - Parameter digest: reads the file at a place; asked only if one of the same size was shown.
  package func records(
    of files: [NextFile], digest: (Int) -> Digest?
  ) -> [NextRecord] {
    let known = Dictionary(records.indices.map { (records[$0].file, $0) }) { first, _ in first }
    let seen = records.indices.filter { records[$0].digest != nil }
    let sizes = Set(seen.map { records[$0].file.size })
    let copies = Dictionary(seen.map { (records[$0].digest, $0) }) { one, other in
      records[other].step > records[one].step ? other : one
    }
    return files.indices.map { place in
      let file = files[place]
      var record = known[file].map { records[$0] } ?? NextRecord(file, found: progress.step + 1)
      guard sizes.contains(file.size) else { return record }
      if record.digest == nil { record.digest = digest(place) }
      if let newest = copies[record.digest], records[newest].step > record.step {
        let found = min(record.found, records[newest].found)
        record = records[newest]
        record.file = file
        record.found = found
      }
      return record
    }
  }
}
