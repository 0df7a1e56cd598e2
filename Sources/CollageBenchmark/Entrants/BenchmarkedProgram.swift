import PhotoCodecs
import SystemPackage
import TestSupport

/// Something that is measured.
struct BenchmarkedProgram {
  let name: String
  /// As the program itself states it; empty when there is none to state.
  let version: String
  /// The picture that must be there afterwards, and its size; nil when it makes none.
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

  /// Commands that run one after the other; each is measured from before its start to its end.
  ///
  /// Running throws `BenchmarkError.failed` when one does not exit with 0.
  init(name: String, version: String, commands: [ChildProcess], result: (path: FilePath, size: PixelSize)? = nil) {
    self.init(name: name, version: version, result: result) {
      Measurement(try commands.map { try $0.runToSuccess(as: name) })
    }
  }

  /// Removes an earlier run's result, so that it can't pass for this one's.
  func clear() { if let result { result.path.removeFile() } }

  /// Makes sure that the result is a picture of the right size.
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
