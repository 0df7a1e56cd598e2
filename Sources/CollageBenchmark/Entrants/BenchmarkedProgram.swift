import PhotoCodecs
import SystemPackage
import TestSupport

/// A program to measure.
struct BenchmarkedProgram {
  let name: String
  /// As stated by the program; empty if it states none.
  let version: String
  /// The picture that the program writes, and its size; nil if it writes none.
  let result: (path: FilePath, size: PixelSize)?
  /// Runs it once.
  let run: () throws -> Measurement

  init(
    name: String, version: String, result: (path: FilePath, size: PixelSize)? = nil,
    run: @escaping () throws -> Measurement
  ) {
    self.name = name
    self.version = version
    self.result = result
    self.run = run
  }

  /// A program that consists of commands, run one after the other. Each is measured from its start to its end.
  ///
  /// `run` throws `BenchmarkError.failed` if a command does not exit with 0.
  init(name: String, version: String, commands: [ChildProcess], result: (path: FilePath, size: PixelSize)? = nil) {
    self.init(name: name, version: version, result: result) {
      Measurement(try commands.map { try $0.runToSuccess(as: name) })
    }
  }

  /// Removes the result of an earlier run, so that it can't be mistaken for a new one.
  func clear() { if let result { result.path.removeFile() } }

  /// Checks that the result is a picture of the right size.
  ///
  /// - Throws: `BenchmarkError.noPicture`.
  func check() throws {
    guard let result else { return }
    let header: PhotoHeader
    do {
      header = try PhotoHeader(of: PhotoFile.open(result.path), limits: DecodeLimits())
    } catch {
      throw BenchmarkError.noPicture(name, reason: "\(error)")
    }
    guard header.size == result.size else {
      throw BenchmarkError.noPicture(name, reason: "it is \(header.size), not \(result.size)")
    }
  }
}
