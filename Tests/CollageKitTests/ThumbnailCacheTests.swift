import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct ThumbnailCacheTests {
  let keys: [ThumbnailCache.Key]
  /// Of one thumbnail.
  let bytes = 10 * 10 * 4

  init() throws {
    let folder = try TemporaryFolder()
    keys = try folder.writePhotos(4).map {
      ThumbnailCache.Key(
        identity: try $0.identity(), orientation: .up, size: PixelSize(width: 10, height: 10), background: nil)
    }
  }

  private func thumbnail() -> DecodedThumbnail {
    DecodedThumbnail(raster: .plain(.red, PixelSize(width: 10, height: 10)))
  }

  @Test func `what was put in is found by its key`() {
    let cache = ThumbnailCache(limit: 1 << 20)
    let thumbnail = thumbnail()
    cache.insert(thumbnail, for: keys[0])
    #expect(cache[keys[0]]?.raster === thumbnail.raster)
    #expect(cache[keys[1]] == nil)
    let other = ThumbnailCache.Key(
      identity: keys[0].identity, orientation: .up, size: keys[0].size, background: .red)
    #expect(cache[other] == nil)
  }

  @Test func `the least recently used go first when room runs out`() {
    let cache = ThumbnailCache(limit: 3 * bytes)
    for key in keys[..<3] { cache.insert(thumbnail(), for: key) }
    #expect(cache[keys[0]] != nil)
    cache.insert(thumbnail(), for: keys[3])
    #expect(keys.map { cache[$0] != nil } == [true, false, true, true])
  }

  @Test func `the newest stays, even if it is larger than all the room`() {
    let cache = ThumbnailCache(limit: 1)
    cache.insert(thumbnail(), for: keys[0])
    #expect(cache[keys[0]] != nil)
    cache.insert(thumbnail(), for: keys[1])
    #expect(cache[keys[0]] == nil && cache[keys[1]] != nil)
  }

  @Test func `putting in again is counted once`() {
    let cache = ThumbnailCache(limit: 2 * bytes)
    for _ in 0..<5 { cache.insert(thumbnail(), for: keys[0]) }
    cache.insert(thumbnail(), for: keys[1])
    #expect(cache[keys[0]] != nil && cache[keys[1]] != nil)
  }
}
