import Dispatch
import Glibc
import PhotoCodecs
import Synchronization
import SystemPackage

/// The least work of any program that leaves decoding and encoding to the libraries: decoding the photos at the reduced size
/// that covers their frames, divided over the cores, and then encoding the collage on all cores.
///
/// Start-up, resampling, hashing and writing a file are not included.
struct Floor {
  private struct Input {
    let path: FilePath
    let header: PhotoHeader
    let plan: DecodePlan
  }

  private let inputs: [Input]
  private let grid: Grid

  init(of photos: [FilePath], in grid: Grid) throws {
    self.grid = grid
    inputs = try photos.map { path in
      let header = try PhotoHeader(of: PhotoFile.open(path), limits: DecodeLimits())
      let crop = Region(filling: grid.frame, from: header.size)
      return Input(path: path, header: header, plan: DecodePlan(header, showing: crop, at: grid.frame))
    }
  }

  func times(encoding: Encoding) throws -> FloorTimes {
    // Encode the real pixels; composing them is not measured.
    let collage = try compose()
    let (decoding, decodingTimes) = Stopwatch.time { decodeAll() }
    let (encoding, encodingTimes) = Stopwatch.time { Result { try encode(collage, as: encoding) } }
    try encoding.get()
    return FloorTimes(
      decodingSeconds: try decoding.get() / Double(Machine.cores), encodingSeconds: encodingTimes.wallSeconds,
      cpuSeconds: decodingTimes.cpuSeconds + encodingTimes.cpuSeconds)
  }

  private func compose() throws -> Raster {
    let raster = Raster(size: grid.canvas, filledWith: .white)
    for (index, input) in inputs.enumerated() {
      _ = try PhotoDecoder.draw(
        PhotoFile.open(input.path), input.header, plan: input.plan, into: grid.frame(at: index), of: raster,
        background: .white, limits: DecodeLimits(), allowsDamage: false, isCancelled: { false })
    }
    return raster
  }

  /// Decodes all photos on all cores, and returns the sum of their times in core-seconds, which does not depend on how
  /// evenly the photos are divided over the cores.
  private func decodeAll() -> Result<Double, any Error> {
    let seconds = Mutex(Result<Double, any Error>.success(0))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(Machine.cores, inputs.count)) { _ in
      while case let index = next.add(1, ordering: .relaxed).oldValue, index < inputs.count {
        let (outcome, times) = Stopwatch.time { Result { try decode(inputs[index]) } }
        seconds.withLock { sum in
          sum = sum.flatMap { sum in outcome.map { sum + times.wallSeconds } }
        }
      }
    }
    return seconds.withLock(\.self)
  }

  private func decode(_ input: Input) throws {
    try DecodeFloor.decode(
      PhotoFile.open(input.path), input.header, plan: input.plan, limits: DecodeLimits())
  }

  private func encode(_ raster: Raster, as encoding: Encoding) throws {
    var encoder = try PhotoEncoder(PixelBands(raster, as: encoding), recipe: nil, threads: Machine.cores)
    while try encoder.nextBytes() != nil {}
  }
}

/// The times of a `Floor`, as printed by the process that measured it.
struct FloorTimes {
  /// For all photos, divided by the number of cores.
  let decodingSeconds: Double
  let encodingSeconds: Double
  let cpuSeconds: Double

  /// The three numbers, separated by spaces.
  var text: String { "\(decodingSeconds) \(encodingSeconds) \(cpuSeconds)" }
}

extension FloorTimes {
  /// Nil if the text is something else.
  init?(text: String) {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    self.init(decodingSeconds: numbers[0], encodingSeconds: numbers[1], cpuSeconds: numbers[2])
  }
}
