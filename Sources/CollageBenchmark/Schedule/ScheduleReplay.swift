import PhotoCodecs

/// Replays a trace on a number of processors by the rules of `Composer`: photos in order, each on a thread of its own;
/// threads without a photo hash, inflate ahead and resample for the others, or encode bands that are drawn. A PNG is
/// hashed by whichever thread waits for the other.
///
/// Assumes that tasks don't slow each other down, and that threads start at once.
struct ScheduleReplay {
  /// Something that happens at a time, in seconds.
  private struct Event {
    let time: Double
    let action: (inout ScheduleReplay) -> Void
  }

  /// The buffers of a PNG, which are inflated ahead.
  private struct Ring {
    /// How many buffers have been inflated so far, and given back by the thread that decodes.
    var inflated = 0
    var taken = 0
    var isInflating = false
    var hasHelper = false
    /// What the thread that decodes goes on with; nil unless it is waiting for a buffer.
    var waiting: ((inout ScheduleReplay, Double) -> Void)?
    /// How much hashing is left, in seconds.
    var hashing = 0.0

    /// Hashes for some time; returns how long that was.
    mutating func hash(for time: Double) -> Double {
      let time = min(time, hashing)
      hashing -= time
      return time
    }
  }

  /// How long a thread hashes before it looks for other work, in seconds.
  private static let hashingPiece = 5e-5

  private let trace: TaskTrace
  private let cores: Int
  private var events: [Event] = []
  private var rings: [Ring]
  private var nextPhoto = 0
  private var spare = 0
  /// For each band the number of its photos that are not drawn yet.
  private var missing: [Int]
  private var ready: [Int] = []
  private var end = 0.0

  /// The time from the first photo to the last byte of the file, in seconds.
  static func duration(of trace: TaskTrace, cores: Int) -> Double {
    var replay = ScheduleReplay(trace, cores)
    return replay.run()
  }

  private init(_ trace: TaskTrace, _ cores: Int) {
    self.trace = trace
    self.cores = cores
    missing = trace.bands.map(\.photos.count)
    rings = trace.photos.map { _ in Ring() }
  }

  private mutating func run() -> Double {
    let threads = min(cores, trace.photos.count)
    spare = cores - threads
    for _ in 0..<threads { startPhoto(at: 0) }
    while let index = events.indices.min(by: { events[$0].time < events[$1].time }) {
      let event = events.remove(at: index)
      end = max(end, event.time)
      event.action(&self)
    }
    return end + trace.joining
  }

  private mutating func at(_ time: Double, _ action: @escaping (inout ScheduleReplay) -> Void) {
    events.append(Event(time: time, action: action))
  }

  private mutating func startPhoto(at time: Double) {
    guard nextPhoto < trace.photos.count else { return encodeBands(at: time) }
    let index = nextPhoto
    nextPhoto += 1
    let photo = trace.photos[index]
    if photo.buffers > 0 {
      rings[index].hashing = photo.hashing
      decodePiece(0, of: index, at: time, resampled: time, hashed: time)
    } else if spare > 0 {
      spare -= 1
      let hashed = time + photo.hashing
      at(hashed) { $0.spare += 1 }
      decodePiece(0, of: index, at: time, resampled: time, hashed: hashed)
    } else {
      decodePiece(0, of: index, at: time + photo.hashing, resampled: time, hashed: time)
    }
  }

  /// - Parameters:
  ///   - resampled: when the piece before is resampled.
  ///   - hashed: when the photo is hashed.
  private mutating func decodePiece(_ piece: Int, of index: Int, at time: Double, resampled: Double, hashed: Double) {
    let photo = trace.photos[index]
    at(time) { replay in
      replay.takeBuffer(for: piece, of: index, at: time) { replay, time in
        let decoded = time + (photo.decoding - photo.inflating) / Double(photo.pieces)
        replay.at(decoded) {
          $0.resamplePiece(piece, of: index, at: decoded, resampled: resampled, hashed: hashed)
        }
      }
    }
  }

  private mutating func resamplePiece(
    _ piece: Int, of index: Int, at decoded: Double, resampled: Double, hashed: Double
  ) {
    let photo = trace.photos[index]
    // The piece before must be finished, because its memory is needed again.
    let begin = max(decoded, resampled)
    let isLent = spare > 0
    let end = begin + photo.resampling / Double(photo.pieces)
    if isLent {
      spare -= 1
      at(end) { $0.spare += 1 }
    }
    guard piece + 1 < photo.pieces else {
      return at(end) { replay in
        let drawn = max(end + replay.rings[index].hash(for: .infinity), hashed)
        replay.at(drawn) { $0.finish(index, at: drawn) }
      }
    }
    decodePiece(piece + 1, of: index, at: isLent ? begin : end, resampled: end, hashed: hashed)
  }

  // MARK: - Inflating

  /// Goes on once the buffer with a piece is inflated; inflates it on the same thread if nobody else does.
  private mutating func takeBuffer(
    for piece: Int, of index: Int, at time: Double, then next: @escaping (inout ScheduleReplay, Double) -> Void
  ) {
    let photo = trace.photos[index]
    guard photo.buffers > 0 else { return next(&self, time) }
    let buffer = piece * photo.buffers / photo.pieces
    rings[index].taken = buffer
    if spare > 0, !rings[index].hasHelper, canInflate(index) {
      spare -= 1
      rings[index].hasHelper = true
      inflateAhead(index, at: time)
    }
    if rings[index].inflated > buffer { return next(&self, time) }
    let hasToWait = rings[index].isInflating
    rings[index].waiting = { replay, now in
      if hasToWait { _ = replay.rings[index].hash(for: now - time) }
      replay.takeBuffer(for: piece, of: index, at: now, then: next)
    }
    if !hasToWait { inflateBuffer(of: index, at: time) }
  }

  private func canInflate(_ index: Int) -> Bool {
    let ring = rings[index]
    return !ring.isInflating && ring.inflated < trace.photos[index].buffers
      && ring.inflated - ring.taken < DecodeFloor.Inflating.ringBuffers
  }

  private mutating func inflateBuffer(
    of index: Int, at time: Double, then next: @escaping (inout ScheduleReplay, Double) -> Void = { _, _ in }
  ) {
    rings[index].isInflating = true
    let inflated = time + trace.photos[index].inflating / Double(trace.photos[index].buffers)
    at(inflated) { replay in
      replay.rings[index].isInflating = false
      replay.rings[index].inflated += 1
      next(&replay, inflated)
      let waiting = replay.rings[index].waiting
      replay.rings[index].waiting = nil
      waiting?(&replay, inflated)
    }
  }

  /// A spare thread inflates until there is no more room, and nothing to hash.
  private mutating func inflateAhead(_ index: Int, at time: Double) {
    guard canInflate(index) else {
      let hashed = rings[index].hash(for: Self.hashingPiece)
      if hashed > 0 { return at(time + hashed) { $0.inflateAhead(index, at: time + hashed) } }
      rings[index].hasHelper = false
      spare += 1
      return
    }
    inflateBuffer(of: index, at: time) { $0.inflateAhead(index, at: $1) }
  }

  private mutating func finish(_ photo: Int, at time: Double) {
    for band in trace.bands.indices where trace.bands[band].photos.contains(photo) {
      missing[band] -= 1
      if missing[band] == 0 { ready.append(band) }
    }
    for _ in ready where spare > 0 {
      spare -= 1
      encodeBands(at: time)
    }
    startPhoto(at: time)
  }

  /// A thread without a photo encodes what is drawn, then becomes a spare one.
  private mutating func encodeBands(at time: Double) {
    guard let band = ready.popLast() else {
      spare += 1
      return
    }
    let encoded = time + trace.bands[band].encoding
    at(encoded) { $0.encodeBands(at: encoded) }
  }
}
