import SystemPackage
import TestSupport

/// Why something could not be measured.
enum BenchmarkError: Error {
  case noProgram(FilePath)
  case failed(String, Outcome)
  case noPicture(String, reason: String)
  case noPhotos(FilePath)
}

extension BenchmarkError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noProgram(let path):
      "\(path): there is no collage program that runs; build it with 'swift build -c release "
        + "--static-swift-stdlib --disable-local-rpath', or name one with --program"
    case .failed(let name, let outcome):
      "\(name) failed (\(outcome.terminationStatus)): \(outcome.error.split(separator: "\n").last ?? "")"
    case .noPicture(let name, let reason): "\(name) did not make the picture: \(reason)"
    case .noPhotos(let folder):
      "\(folder): there are no photographs to judge by; name a folder of large JPEGs with --photos"
    }
  }
}
