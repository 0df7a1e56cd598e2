import CollageKit
import PhotoCodecs
import SystemPackage
import Testing

/// Which photos `collage next` shows together.
@Suite struct NextPlannerTests {
  /// Photos of events that are days apart, some of which have a single photo.
  private static func photos(_ count: Int, ofEvents events: Int, seed: UInt64) -> [NextPhoto] {
    var random = Numbers(state: seed)
    return (0..<count).map { number in
      let event = number < events ? number : Int(random.next() % UInt64(events - 3))
      let file = NextFile(
        inode: UInt64(number), size: number, modified: FileTime(seconds: number, 0))
      return NextPhoto(
        NextRecord(file, found: 1), in: "photos",
        time: event * 900_000 + Int(random.next() % 7200),
        ratio: random.next() % 3 == 0 ? 0.75 : 1.5)
    }
  }

  private struct Numbers {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  @Test(arguments: [1, 2] as [UInt64], [nil, 2, 3, 4, 5, 6] as [Int?])
  func `each photo is shown once a cycle, and one picture in ten mixes events`(
    seed: UInt64, perPicture: Int?
  ) throws {
    let photos = Self.photos(1000, ofEvents: 60, seed: seed)
    var planner = NextPlanner(photos, NextProgress(), perPicture: perPicture) { _ in 0.1 }
    for cycle in 1...2 {
      var shown: [Int] = []
      while shown.count < 1000 {
        let picture = try #require(planner.next())
        #expect(picture.cycle == cycle && picture.photos.count <= perPicture ?? 6)
        planner.show(picture)
        shown += picture.photos
        let events = Set(picture.photos.map { planner.event(of: $0) })
        #expect(picture.isMixed == (events.count > 1))
        #expect(planner.progress.mixed * 10 <= planner.progress.step)
      }
      #expect(shown.sorted() == Array(0..<1000))
    }
  }

  @Test func `photos of an event lie together in time and folder`() {
    let photos = Self.photos(1000, ofEvents: 60, seed: 9)
    #expect(Set(NextEvents.numbers(of: photos)).count == 60)
  }

  @Test func `new photos come at once`() throws {
    var photos = Self.photos(200, ofEvents: 20, seed: 3)
    for place in [50, 150] { photos[place].record.found = 5 }
    var progress = NextProgress()
    progress.step = 4
    var planner = NextPlanner(photos, progress, perPicture: 4) { _ in 0 }
    var shown: Set<Int> = []
    for _ in 0..<2 {
      let picture = try #require(planner.next())
      planner.show(picture)
      shown.formUnion(picture.photos)
    }
    #expect(shown.isSuperset(of: [50, 150]))
  }

  @Test func `the best photo stands for its moment, and all count as shown`() throws {
    var photos = Self.photos(6, ofEvents: 5, seed: 1).map { photo in
      NextPhoto(photo.record, in: "photos", time: 100, ratio: 1)
    }
    for (rank, place) in [4, 2, 3].enumerated() {
      photos[place].record.moment = 1
      photos[place].record.rank = rank
    }
    let planner = NextPlanner(photos, NextProgress(), perPicture: 6) { _ in 0 }
    let picture = try #require(planner.next())
    #expect(Set(picture.photos) == [0, 1, 4, 5])
    #expect(Set(picture.members) == Set(0..<6))
  }

  @Test func `without photos there is no picture, and one photo is shown alone`() throws {
    var empty = NextPlanner([], NextProgress(), perPicture: nil) { _ in 0 }
    #expect(empty.next() == nil)
    empty = NextPlanner(
      Self.photos(4, ofEvents: 4, seed: 1).suffix(1), NextProgress(), perPicture: nil
    ) { _ in 0 }
    #expect(empty.next()?.photos == [0])
  }
}

/// What `collage next` remembers.
@Suite struct NextStateTests {
  private static func digest(_ text: String) -> Digest {
    var hash = SHA256()
    hash.update(Array(text.utf8))
    return Digest(hash)
  }

  private static func file(_ inode: UInt64, size: Int = 9) -> NextFile {
    NextFile(inode: inode, size: size, modified: FileTime(seconds: -5, 7))
  }

  private static var state: NextState {
    var state = NextState()
    state.progress.step = 7
    state.progress.mixed = 1
    state.lastMoment = 2
    var record = NextRecord(file(.max), found: 1, digest: digest("a"))
    record.cycle = 1
    record.step = 6
    record.moment = 2
    record.isDamaged = true
    state.records = [record, NextRecord(file(2), found: 3)]
    state.add(NextState.Shown([digest("a"), digest("b")]))
    state.back = 1
    return state
  }

  @Test func `a state is read as it was written`() throws {
    let state = Self.state
    #expect(try NextState(state.text) == state)
  }

  @Test func `a state that was cut, changed or is of another version is noticed`() {
    let text = Self.state.text
    for length in [0, 1, 20, text.count - 1] {
      #expect(throws: NextStateFault.damaged) { try NextState(Array(text.prefix(length))) }
    }
    var changed = text
    changed[30] ^= 1
    #expect(throws: NextStateFault.damaged) { try NextState(changed) }
    #expect(throws: NextStateFault.otherVersion) {
      try NextState(Array("collage next 2\nmore\n".utf8))
    }
    #expect(throws: NextStateFault.foreign) { try NextState(Array("my notes".utf8)) }
  }

  @Test func `renamed photos and copies are known, and only files of that size are read`() {
    let state = Self.state
    var asked: [Int] = []
    let files = [Self.file(.max), Self.file(77), Self.file(5, size: 10), Self.file(78)]
    let records = state.records(of: files) { place in
      asked.append(place)
      return Self.digest(place == 1 ? "a" : "other")
    }
    #expect(asked == [1, 3])
    #expect(records.map(\.step) == [6, 6, 0, 0])
    #expect(records.map(\.found) == [1, 1, 8, 8])
  }

  @Test func `one can go back through the last pictures`() {
    var state = NextState()
    #expect(state.picture(back: 0) == nil)
    for name in ["a", "b", "c"] { state.add(NextState.Shown([Self.digest(name)])) }
    #expect(state.picture(back: 1)?.digests == [Self.digest("b")])
    #expect(state.picture(back: 9)?.digests == [Self.digest("a")])
  }
}
