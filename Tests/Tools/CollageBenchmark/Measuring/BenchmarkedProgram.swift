import FoundationEssentials
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// The time and memory of one run.
struct Measurement {
  let wallSeconds: Double
  /// User and system time of all steps.
  let cpuSeconds: Double
  /// The largest peak memory of the steps; nil if it was not measured, or the step was too short to
  /// measure it.
  let peakBytes: Int?

  init(_ outcomes: [Outcome]) {
    wallSeconds = outcomes.map(\.wallSeconds).reduce(0, +)
    cpuSeconds = outcomes.map(\.cpuSeconds).reduce(0, +)
    // No program needs less than 1 MiB; a smaller number was read before `exec`.
    peakBytes = outcomes.map(\.peakBytes).filter { $0 >= 1 << 20 }.max()
  }

  init(since start: ContinuousClock.Instant, cpuSeconds: Double) {
    wallSeconds = start.duration(to: .now) / .seconds(1)
    self.cpuSeconds = cpuSeconds
    peakBytes = nil
  }
}

/// A program to measure.
struct BenchmarkedProgram {
  let name: String
  /// As stated by the program; empty if it states none.
  let version: String
  /// The picture that the program writes, and its size; nil if it writes none.
  let result: (path: FilePath, size: PixelSize)?
  /// Runs it once.
  let run: () throws -> Measurement

  /// Removes the result of an earlier run, so that it can't be mistaken for a new one.
  func clear() { if let result { try? FileManager.default.removeItem(atPath: result.path.string) } }

  /// Checks that the result is a picture of the right size.
  ///
  /// - Throws: `BenchmarkError.noPicture`.
  func check() throws {
    guard let result else { return }
    let size = try? PhotoHeader(of: PhotoFile.open(result.path), limits: DecodeLimits()).size
    guard size == result.size else { throw BenchmarkError.noPicture(name, result.size) }
  }
}

extension BenchmarkedProgram {
  /// A program that consists of commands, run one after the other. Each is measured from its start
  /// to its end.
  ///
  /// `run` throws `BenchmarkError.failed` if a command does not exit with 0.
  init(
    name: String, version: String, commands: [ChildProcess],
    result: (path: FilePath, size: PixelSize)? = nil
  ) {
    self.init(name: name, version: version, result: result) {
      Measurement(try commands.map { try $0.runToSuccess(as: name) })
    }
  }
}

/// Why something could not be measured.
enum BenchmarkError: Error, CustomStringConvertible {
  case noProgram(FilePath)
  case failed(String, Outcome)
  case noPicture(String, PixelSize)
  case noPhotos(FilePath)

  var description: String {
    switch self {
    case .noProgram(let path):
      "\(path): there is no collage program that runs; build it with 'swift build -c release "
        + "--disable-local-rpath', or name one with --program"
    case .failed(let name, let outcome):
      "\(name) failed (\(outcome.terminationStatus)): \(outcome.error.split(separator: "\n").last ?? "")"
    case .noPicture(let name, let size): "\(name) made no picture of \(size)"
    case .noPhotos(let folder):
      "\(folder): there are no photographs to judge by; name a folder of large JPEGs with --photos"
    }
  }
}
