/// Replays a trace on a number of processors by the rules of `Composer`: photos in order, each on a thread of its own;
/// threads without a photo hash and resample for the others, or encode bands that are drawn.
///
/// Assumes that tasks don't slow each other down, and that threads start at once.
struct ScheduleReplay {
  /// Something that happens at a time, in seconds.
  private struct Event {
    let time: Double
    let action: (inout ScheduleReplay) -> Void
  }

  private let trace: TaskTrace
  private let cores: Int
  private var events: [Event] = []
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
    if spare > 0 {
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
    let decoded = time + photo.decoding / Double(photo.pieces)
    at(decoded) { replay in
      // The piece before must be finished, because its memory is needed again.
      let begin = max(decoded, resampled)
      let isLent = replay.spare > 0
      let end = begin + photo.resampling / Double(photo.pieces)
      if isLent {
        replay.spare -= 1
        replay.at(end) { $0.spare += 1 }
      }
      guard piece + 1 < photo.pieces else {
        let drawn = max(end, hashed)
        return replay.at(drawn) { $0.finish(index, at: drawn) }
      }
      replay.decodePiece(piece + 1, of: index, at: isLent ? begin : end, resampled: end, hashed: hashed)
    }
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
