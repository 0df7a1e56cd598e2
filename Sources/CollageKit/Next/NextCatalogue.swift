internal import Imaging
package import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// The photos that there are for `collage next`, with what is remembered of them.
package struct NextCatalogue: Sendable {
  /// Photos that may show one moment are taken within so many seconds of each other.
  private static let burst = 10

  /// All that can be shown: their headers are readable, and their owner didn't reject them.
  package let photos: [IndexedPhoto]
  /// In the order of the photos.
  package private(set) var records: [NextRecord]
  /// The number of the last moment.
  package private(set) var lastMoment: Int
  /// When they were taken, in seconds; nil if only the file tells.
  private let times: [Int?]
  private let facts: [PhotoFacts]

  /// Reads the files that may be copies of photos that were shown.
  ///
  /// - Parameters:
  ///   - all: their facts should be known.
  ///   - outputs: files that are no photos, because the pictures go there.
  package init(_ all: [IndexedPhoto], without outputs: Set<FileID>, _ state: NextState) {
    let usable = all.filter { photo in
      let facts = photo.facts()
      return facts.size != nil && !facts.owner.isRejected
        && !outputs.contains(photo.identity.file)
    }
    photos = usable
    facts = usable.map { $0.facts() }
    let moments = facts.map { facts in
      facts.owner.moment.flatMap { $0.source == .file ? nil : $0 }
    }
    let order = TimesInOrder(moments)
    times = moments.map { $0.map { order.instant(of: $0) / 1_000_000 } }
    lastMoment = state.lastMoment
    records = state.records(of: usable.map { NextFile($0.identity) }) { place in
      Self.digest(of: usable[place].path)
    }
    joinCopies()
  }

  /// Has files with the same bytes stand for each other, as photos of one moment do.
  ///
  /// - Cost: reads each file once that has as many bytes as another one.
  private mutating func joinCopies() {
    // The moments that turn out to be the same as others, which are lower.
    var joined: [Int: Int] = [:]
    func lowest(_ moment: Int) -> Int {
      var moment = moment
      while let lower = joined[moment] { moment = lower }
      return moment
    }
    var sizes: Set<Int> = []
    let repeated = Set(photos.map(\.identity.size).filter { !sizes.insert($0).inserted })
    let alike = photos.indices.filter { repeated.contains(photos[$0].identity.size) }
    let groups = Dictionary(grouping: alike) { photos[$0].identity.size }
    for alike in groups.values.sorted(by: { $0[0] < $1[0] }) {
      let copies = Dictionary(grouping: alike) { learnDigest(of: $0) }
        .filter { $0.key != nil && $0.value.count > 1 }
      for places in copies.values.sorted(by: { $0[0] < $1[0] }) {
        let moments = Set(places.map { lowest(records[$0].moment) }).filter { $0 != 0 }
        if moments.isEmpty { lastMoment += 1 }
        let moment = moments.min() ?? lastMoment
        for other in moments where other != moment { joined[other] = moment }
        let rank = places.map { records[$0].rank }.max() ?? 0
        for place in places {
          records[place].moment = moment
          records[place].rank = rank
        }
      }
    }
    guard !joined.isEmpty else { return }
    for place in records.indices { records[place].moment = lowest(records[place].moment) }
  }

  /// Of a file's bytes; nil if it can't be read.
  package static func digest(of path: FilePath) -> Digest? {
    guard let file = try? PhotoFile.open(path) else { return nil }
    return try? Digest(of: file)
  }

  /// The places of photos that may show the same moment, where one of them is new.
  ///
  /// - Parameter step: the step that is being made.
  package func unseenBursts(in step: Int) -> [Int] {
    guard records.contains(where: { $0.found == step }) else { return [] }
    var places: Set<Int> = []
    let folders = Dictionary(grouping: photos.indices.filter { times[$0] != nil }) {
      photos[$0].folder
    }
    for folder in folders.values {
      let sorted = folder.sorted { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
      for (one, two) in zip(sorted, sorted.dropFirst()) {
        let isNew = records[one].found == step || records[two].found == step
        guard isNew, let first = times[one], let second = times[two],
          second - first <= Self.burst
        else { continue }
        places.formUnion([one, two])
      }
    }
    return places.sorted()
  }

  /// Notes which photos show the same moment.
  ///
  /// - Parameter places: of the photos that were compared.
  package mutating func note(_ found: SeriesResult, among places: [Int]) {
    for series in found.series where !series.others.isEmpty {
      let members = ([series.best] + series.others.map(\.index)).map {
        places[found.photos[$0].place]
      }
      let known = members.map { records[$0].moment }.first { $0 != 0 }
      let moment = known ?? lastMoment + 1
      lastMoment = max(lastMoment, moment)
      for (rank, place) in members.enumerated() {
        records[place].moment = moment
        records[place].rank = rank
      }
    }
  }

  /// Some of the photos, for a planner.
  package func planned(_ places: [Int]) -> [NextPhoto] {
    places.map { place in
      let size = facts[place].size
      return NextPhoto(
        records[place], in: photos[place].folder, time: times[place],
        ratio: size.map { Double($0.width) / Double(max($0.height, 1)) } ?? 1,
        preference: facts[place].owner.preference)
    }
  }

  /// The month and day on which the photo at a place was taken, such as 1225; nil if only the file
  /// tells, or not so exactly.
  package func day(of place: Int) -> Int? {
    guard let moment = facts[place].owner.moment, moment.source != .file,
      moment.precision >= .day
    else { return nil }
    return moment.start.digits / 1_000_000 % 10_000
  }

  /// The date of the photo at a place, such as 2024-05-01; nil if only the file tells.
  package func date(of place: Int) -> String? {
    guard let moment = facts[place].owner.moment, moment.source != .file else { return nil }
    return String(moment.description.prefix(10))
  }

  /// Takes over what a planner has noted.
  package mutating func take(_ photos: [NextPhoto], at places: [Int]) {
    for (photo, place) in zip(photos, places) { records[place] = photo.record }
  }

  /// Takes back that some photos couldn't be decoded.
  package mutating func forgive(_ places: [Int]) {
    for place in places { records[place].isDamaged = false }
  }

  /// Has the digest of a photo that is shown remembered; reads it if it isn't known.
  package mutating func learnDigest(of place: Int) -> Digest? {
    if records[place].digest == nil { records[place].digest = Self.digest(of: photos[place].path) }
    return records[place].digest
  }
}
