/// Chooses the photos of the next picture: each photo once a cycle, one event a picture.
///
/// New photos come first, then those that were never shown, then those that were shown longest ago.
/// A photo that is left alone of its event goes with others, but only one picture in ten mixes
/// events; otherwise it is shown alone, in the end.
package struct NextPlanner {
  /// How many photos a picture has at most.
  package static let counts = 2...6

  package private(set) var photos: [NextPhoto]
  package private(set) var progress: NextProgress
  private let events: [Int]
  private let perPicture: Int?
  private let isBestFirst: Bool
  private let cost: ([Double]) -> Double

  /// - Parameters:
  ///   - perPicture: how many photos a picture has at most; nil for what suits them.
  ///   - cost: how much photos with these shapes are cropped together, 0 to 1.
  package init(
    _ photos: [NextPhoto], _ progress: NextProgress, perPicture: Int?, isBestFirst: Bool = false,
    cost: @escaping ([Double]) -> Double
  ) {
    self.photos = photos
    self.progress = progress
    self.perPicture = perPicture
    self.isBestFirst = isBestFirst
    self.cost = cost
    events = NextEvents.numbers(of: photos)
  }

  /// The event of the photo at a place.
  package func event(of place: Int) -> Int { events[place] }

  /// How many photos and moments there are, and how many of them were shown in this cycle.
  package var counts: (shown: Int, all: Int) {
    let units = NextUnit.all(photos)
    return (units.filter { $0.cycle == progress.cycle }.count, units.count)
  }

  /// Notes that a photo can't be decoded, so that it isn't chosen.
  package mutating func leaveOut(_ place: Int) { photos[place].record.isDamaged = true }

  /// Counts a picture as shown.
  package mutating func show(_ picture: NextPicture) {
    progress.step += 1
    progress.cycle = picture.cycle
    if picture.isMixed { progress.mixed += 1 }
    for place in picture.members {
      photos[place].record.cycle = picture.cycle
      photos[place].record.step = progress.step
    }
  }

  /// The next picture; nil if there is no photo.
  ///
  /// - Parameter rejected: the photos of pictures that aren't wanted, as long as there is another.
  package func next(except rejected: [[Int]] = []) -> NextPicture? {
    let units = NextUnit.all(photos)
    guard !units.isEmpty else { return nil }
    var cycle = progress.cycle
    var left = units.filter { $0.cycle < cycle }
    if left.isEmpty {
      cycle += 1
      left = units
    }
    let groups = Dictionary(grouping: left) { events[$0.best] }.values
      .map { sorted($0) }
      .sorted { rank(of: $0) < rank(of: $1) }
    let chosen = choice(of: groups, except: rejected)
    return NextPicture(
      photos: places(of: chosen), members: chosen.flatMap(\.members),
      isMixed: Set(chosen.map { events[$0.best] }).count > 1, cycle: cycle)
  }

  private func choice(of groups: [[NextUnit]], except rejected: [[Int]]) -> [NextUnit] {
    let whole = groups.filter { $0.count > 1 }
    let alone = groups.filter { $0.count == 1 }.map { $0[0] }
    guard let single = alone.first else { return run(of: whole[0], except: rejected) }
    let mayMix = 10 * (progress.mixed + 1) <= progress.step + 1
    let newComes = whole.first?.contains(where: \.isNew) == true && !single.isNew
    if mayMix, !newComes { return mix(single, alone, whole) }
    guard let first = whole.first, !single.isNew || first.contains(where: \.isNew) else {
      return [single]
    }
    return run(of: first, except: rejected)
  }

  /// A photo with others that are alone, or else with some of another event.
  private func mix(
    _ single: NextUnit, _ alone: [NextUnit], _ whole: [[NextUnit]]
  ) -> [NextUnit] {
    let room = (perPicture ?? 4) - 1
    let others = alone.filter { $0.best != single.best }
    if !others.isEmpty { return [single] + nearest(to: single, in: others).prefix(room) }
    guard let event = whole.min(by: { distance(single, $0[0]) < distance(single, $1[0]) }) else {
      return [single]
    }
    // What stays of that event must not be alone.
    let count = min(room, event.count)
    let taken = event.count - count == 1 && count > 1 ? count - 1 : count
    return [single] + nearest(to: single, in: event).prefix(taken)
  }

  private func nearest(to unit: NextUnit, in others: [NextUnit]) -> [NextUnit] {
    others.sorted { (distance(unit, $0), $0.best) < (distance(unit, $1), $1.best) }
  }

  /// In time; those without one are far from all.
  private func distance(_ first: NextUnit, _ second: NextUnit) -> Int {
    guard let one = photos[first.best].time, let two = photos[second.best].time else { return .max }
    return abs(one - two)
  }

  private func places(of units: [NextUnit]) -> [Int] { sorted(units).map(\.best) }

  /// In order of time.
  private func sorted(_ units: [NextUnit]) -> [NextUnit] {
    units.sorted {
      (photos[$0.best].time ?? .max, $0.best) < (photos[$1.best].time ?? .max, $1.best)
    }
  }

  /// Some photos of an event, so that crops are small and none is left alone.
  ///
  /// - Parameter event: in order of time; at least two.
  private func run(of event: [NextUnit], except rejected: [[Int]]) -> [NextUnit] {
    var tried: [(units: [NextUnit], cost: Double)] = []
    let rows = self.rows(of: event)
    for count in sizes(of: event.count) {
      for row in rows {
        let units = Array(row.prefix(count))
        let cost = cost(units.map { photos[$0.best].ratio }) + 0.01 * Double(abs(count - 4))
        tried.append((units, cost))
      }
    }
    let wanted = tried.filter {
      rejected.isEmpty || !rejected.contains(places(of: $0.units))
    }
    return (wanted.isEmpty ? tried : wanted).min { $0.cost < $1.cost }?.units ?? []
  }

  /// Orders in which the photos of an event may be taken: by time, and the like shapes among the
  /// next ones first; the new or best ones come first in both.
  private func rows(of event: [NextUnit]) -> [[NextUnit]] {
    let order = event.enumerated().sorted { first, second in
      let (one, two) = (first.element, second.element)
      if one.isNew != two.isNew { return one.isNew }
      if isBestFirst, preference(of: one) != preference(of: two) {
        return preference(of: one) > preference(of: two)
      }
      return (one.step, first.offset) < (two.step, second.offset)
    }.map(\.element)
    if isBestFirst || order[0].isNew { return [order] }
    let window = 10
    let shape = photos[order[0].best].ratio > 1
    let near = order.prefix(window)
    let alike = near.filter { (photos[$0.best].ratio > 1) == shape }
    let others = near.filter { (photos[$0.best].ratio > 1) != shape }
    return [order, alike + others + order.dropFirst(window)]
  }

  /// How many of so many photos a picture may show.
  private func sizes(of count: Int) -> [Int] {
    guard let most = perPicture else {
      let range = Self.counts.lowerBound...min(Self.counts.upperBound, count)
      return range.filter { count - $0 != 1 }
    }
    if count <= most { return [count] }
    guard count % most == 1, most > 2 else { return [most] }
    return [PageBreaks.balanced(count, atMost: most)[0].count]
  }

  private func preference(of unit: NextUnit) -> Int { photos[unit.best].preference }

  /// What decides which event comes first: the least does.
  private func rank(of event: [NextUnit]) -> Rank {
    let liked = event.map(preference).max() ?? 0
    let luck = Int(Self.scrambled(event[0], progress.step) % 1000)
    return Rank(
      newness: event.contains(where: \.isNew) ? 0 : 1, liking: isBestFirst ? -liked : 0,
      step: event.map(\.step).min() ?? 0, luck: luck - 30 * liked, place: event[0].best)
  }

  /// A number that looks like chance, and is the same for the same photo and step.
  private static func scrambled(_ unit: NextUnit, _ step: Int) -> UInt64 {
    var value = UInt64(unit.best) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(step)
    // The finaliser of SplitMix64.
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private struct Rank: Comparable {
    let newness: Int
    let liking: Int
    let step: Int
    let luck: Int
    let place: Int

    static func < (first: Rank, second: Rank) -> Bool {
      (first.newness, first.liking, first.step, first.luck, first.place)
        < (second.newness, second.liking, second.step, second.luck, second.place)
    }
  }
}
