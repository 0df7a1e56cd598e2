import Dispatch
import Glibc
import PhotoCodecs
import Synchronization
import SystemPackage

/// What no program that stands on the same decoders and encoders can do without: decoding the photos at the reduced size
/// that covers their frames, divided over the cores, and then encoding the collage on all of them.
///
/// There is no start-up in it, no resampling, no hashing and no file to write.
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
    // Encoding must have the true pixels to work on; what they cost is not counted.
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
        PhotoFile.open(input.path), input.header, plan: input.plan, into: grid.place(index), of: raster,
        background: .white, limits: DecodeLimits(), allowsDamage: false, isCancelled: { false })
    }
    return raster
  }

  /// Decodes every photo while as many others as there are cores are being decoded; returns the sum of their times, which
  /// would be the same number of core-seconds however unequal the photos were.
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
