internal import Imaging
internal import Synchronization
internal import ThreadPool

/// How a drawing uses pictures that were decoded before.
package enum PictureReuse: Sendable {
  /// Takes the picture if it is there.
  case taking(DecodedPictures)
  /// Leaves it there, or puts it there, for the next drawing.
  case keeping(DecodedPictures)

  func take(_ key: DecodedPictures.Key) -> DecodedPixels? {
    switch self {
    case .taking(let pictures), .keeping(let pictures): pictures.take(key)
    }
  }

  func put(_ pixels: DecodedPixels, for key: DecodedPictures.Key) {
    if case .keeping(let pictures) = self { pictures.keep(pixels, for: key) }
  }
}

/// Pictures that were decoded to look for faces and that will soon be drawn: decoding takes most of
/// a collage's time. Where there is no room for all, the largest have to be decoded again.
package final class DecodedPictures: Sendable {
  /// What a picture was decoded from, and how.
  struct Key: Hashable, Sendable {
    let identity: FileIdentity
    /// What a worker was asked for; nil for what this process decodes itself.
    var request: DecodeRequest?
    /// The decoder's reduction.
    let eighths: Int
    /// Whether workers needed all protections for it.
    let requiresSandbox: Bool
  }

  /// Memory that isn't in use.
  private struct SpareMemory {
    let memory: PixelMemory
    /// How many of its bytes the system may have provided.
    let bytes: Int
  }

  private struct State {
    var kept: [Key: DecodedPixels] = [:]
    /// Bytes of memory that was given out for records, and isn't back yet.
    var lent = 0
    /// Memory that came back, for the next records.
    var spare: [SpareMemory] = []
    /// Whether memory that comes back is worth keeping.
    var keepsSpare = true

    var spareBytes: Int { spare.reduce(0) { $0 + $1.bytes } }

    var bytes: Int { lent + spareBytes + kept.values.reduce(0) { $0 + $1.mappedBytes } }

    /// Drops the largest pictures, as long as there are some larger than `size`, until those that
    /// are left take no more than so many bytes. Returns them, to be released without the lock.
    mutating func dropLargest(to bytes: Int, sparing size: Int) -> [DecodedPixels] {
      var dropped: [DecodedPixels] = []
      var excess = self.bytes - spareBytes - bytes
      while excess > 0, let largest = kept.max(by: { $0.value.bytes < $1.value.bytes }),
        largest.value.bytes > size
      {
        excess -= largest.value.bytes
        dropped.append(largest.value)
        kept[largest.key] = nil
      }
      return dropped
    }

    mutating func dropSpare(to bytes: Int) -> [SpareMemory] {
      var dropped: [SpareMemory] = []
      while self.bytes > bytes, let memory = spare.popLast() { dropped.append(memory) }
      return dropped
    }
  }

  /// In bytes.
  package let limit: Int
  private let state = Locked(State())

  package init(limit: Int) { self.limit = limit }

  /// Bytes of what is kept, and of the memory for what is being decoded or drawn, or will be.
  package var bytes: Int { state.withLock { $0.bytes } }

  /// How many pictures are kept.
  package var count: Int { state.withLock { $0.kept.count } }

  /// Drops what isn't in use, and the largest pictures, until no more than so many bytes are left.
  package func shrink(to bytes: Int) { shrink(to: bytes, sparing: 0) }

  /// Gives back to the system the memory that no picture uses, at once or as soon as it is drawn:
  /// until the next one is decoded that will be kept.
  package func releaseSpare() {
    _ = state.withLock { state in
      state.keepsSpare = false
      return state.dropSpare(to: 0)
    }
  }

  /// Counts so many bytes, which somebody else allocates, among those of the pictures, as long as
  /// the share lives. Nil if there is no room for them, or if they are more than half of the limit.
  package func share(_ bytes: Int) -> PictureShare? {
    guard bytes <= limit / 2 else { return nil }
    _ = state.withLock { $0.dropSpare(to: limit - bytes) }
    let hasRoom = state.withLock { state in
      let hasRoom = state.bytes + bytes <= limit
      if hasRoom { state.lent += bytes }
      return hasRoom
    }
    return hasRoom ? PictureShare(bytes, of: self) : nil
  }

  fileprivate func takeBack(_ bytes: Int) { state.withLock { $0.lent -= bytes } }

  /// - Parameter size: pictures of up to so many bytes are left.
  private func shrink(to bytes: Int, sparing size: Int) {
    // Their memory comes back, and isn't in use then.
    _ = state.withLock { $0.dropLargest(to: bytes, sparing: size) }
    _ = state.withLock { $0.dropSpare(to: bytes) }
  }

  /// Drops all pictures of these files.
  package func drop(_ files: Set<FileIdentity>) {
    _ = state.withLock { state in
      let dropped = state.kept.filter { files.contains($0.key.identity) }
      for key in dropped.keys { state.kept[key] = nil }
      return dropped
    }
  }

  /// Memory for a picture that will be decoded, for which larger ones are dropped; nil if there is
  /// no room for it. Not much less than a large page is one, too, since it is there sooner.
  func memory(for pixelBytes: Int) -> RecordMemory? {
    let page = PixelMemory.largePage
    let isNearlyWhole = pixelBytes % page > page / 4 * 3
    let bytes = isNearlyWhole ? (pixelBytes + page - 1) / page * page : pixelBytes
    state.withLock { $0.keepsSpare = true }
    if let memory = spareMemory(for: bytes) { return RecordMemory(memory, of: self) }
    shrink(to: limit - bytes, sparing: bytes)
    let hasRoom = state.withLock { state in
      let hasRoom = state.bytes + bytes <= limit
      if hasRoom { state.lent += bytes }
      return hasRoom
    }
    guard hasRoom else { return nil }
    if let memory = PixelMemory(bytes: bytes, leastMapped: page / 2) {
      return RecordMemory(memory, of: self)
    }
    state.withLock { $0.lent -= bytes }
    return nil
  }

  /// Memory that isn't in use, and at most twice as large as it has to be.
  private func spareMemory(for bytes: Int) -> PixelMemory? {
    state.withLock { state in
      let fitting = state.spare.indices.filter {
        (bytes...2 * bytes).contains(state.spare[$0].memory.bytes)
      }
      guard
        let best = fitting.min(by: {
          state.spare[$0].memory.bytes < state.spare[$1].memory.bytes
        })
      else { return nil }
      let memory = state.spare.remove(at: best).memory
      state.lent += memory.bytes
      return memory
    }
  }

  /// - Parameter bytes: how many of the memory's were counted.
  fileprivate func takeBack(_ memory: PixelMemory, _ bytes: Int) {
    state.withLock { state in
      state.lent -= bytes
      if state.keepsSpare { state.spare.append(SpareMemory(memory: memory, bytes: bytes)) }
    }
    shrink(to: limit)
  }

  /// Takes the place of what is kept for the same key.
  func keep(_ pixels: DecodedPixels, for key: Key) {
    _ = state.withLock { $0.kept.updateValue(pixels, forKey: key) }
    shrink(to: limit)
  }

  /// Hands a picture out, and keeps it no longer.
  func take(_ key: Key) -> DecodedPixels? { state.withLock { $0.kept.removeValue(forKey: key) } }
}

/// A part of what decoded pictures may take.
package final class PictureShare: Sendable {
  private let bytes: Int
  private weak let pictures: DecodedPictures?

  fileprivate init(_ bytes: Int, of pictures: DecodedPictures) {
    self.bytes = bytes
    self.pictures = pictures
  }

  deinit { pictures?.takeBack(bytes) }
}

/// Memory for the pixels of a picture, which goes back to where it came from when nobody needs it
/// any more: the next picture of its size is there sooner than from the system.
///
/// Safe to hold: `memory` lives as long as this.
@safe final class RecordMemory: Sendable {
  private let memory: PixelMemory
  /// How many of its bytes are counted among those of the pictures.
  private let counted: Atomic<Int>
  private weak let pictures: DecodedPictures?

  fileprivate init(_ memory: PixelMemory, of pictures: DecodedPictures) {
    self.memory = memory
    counted = Atomic(memory.bytes)
    self.pictures = pictures
  }

  deinit { pictures?.takeBack(memory, counted.load(ordering: .relaxed)) }

  var start: UnsafeMutableRawPointer { unsafe memory.start }

  /// Gives all but the first bytes back to the system.
  func giveBack(from bytes: Int) {
    memory.giveBack(from: bytes)
    pictures?.takeBack(counted.exchange(bytes, ordering: .relaxed) - bytes)
  }
}
