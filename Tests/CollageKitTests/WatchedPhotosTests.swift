import PhotoSources
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// When photos that arrive in a watched folder become a collage although there are few of them.
@Suite struct WatchedPhotosTests {
  @Test func `one is due as soon as it has waited, not a look at the clock later`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.writePhotos(1)[0]
    var photos = WatchedPhotos(done: [], without: PhotoExclusions(), groupsByFolder: false)
    photos.note(path, isComplete: true)
    #expect(photos.idleTime(after: .seconds(3600)) { $0 } == nil)
    photos.read(until: 4, isCancelled: { false }) {
      Issue.record("\($0): \($1)")
    }
    #expect(photos.waitingCount == 1)
    #expect(photos.idleTime(after: .zero) { $0 } == .zero)
    let left = try #require(photos.idleTime(after: .seconds(3600)) { $0 })
    #expect(left > .zero && left <= .seconds(3600))
    // Of which no collage can be made.
    #expect(photos.idleTime(after: .zero) { _ in nil } == nil)
    let next = photos.next(4, idle: .zero) { $0 }
    #expect(next?.photos.map(\.path) == [path])
  }
}
