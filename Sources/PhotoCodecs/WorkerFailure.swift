internal import ForeignPhotos
internal import SystemPackage

/// Why there is no decoder for a foreign photo, or why it was ended. `description` leaves out the photo's path.
package enum WorkerFailure: Hashable, Sendable {
  case timeout
  /// - Parameter packages: Debian's names of what must be installed.
  case libraryMissing(packages: String)
  /// - Parameter packages: Debian's names of what the program must be built with.
  case notBuilt(packages: String)
}

extension WorkerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .timeout: "its decoder took too long and was ended; use another copy of it"
    case .libraryMissing(let packages): "its decoder is not installed; install \(packages)"
    case .notBuilt(let packages): "this program was built without its decoder; build it with \(packages)"
    }
  }
}

extension CodecError {
  /// The error for a photo of this format that a worker did not decode.
  init(_ error: ForeignError, _ format: PhotoFormat) {
    func damage(_ reason: String) -> CodecError { .damaged(reason: reason, allowable: false) }
    self =
      switch error {
      case .damaged(let reason): damage(reason)
      case .unsupported(let reason): .unsupported(reason: reason)
      case .crashed: damage("its decoder crashed")
      case .forbiddenCall: damage("its decoder was stopped when it did what no decoder does")
      case .memoryExceeded: damage("its decoder asked for more memory than such a picture needs")
      case .wrongReply: damage("its decoder gave a wrong answer")
      case .timeout: .decoderFailed(format, .timeout)
      case .libraryMissing(let codec): .decoderFailed(format, .libraryMissing(packages: codec.packages))
      case .notBuilt(let codec): .decoderFailed(format, .notBuilt(packages: codec.headerPackage))
      case .outOfMemory: .outOfMemory
      case .notStarted(let number): .decoderNotStarted(Errno(rawValue: number))
      case .cancelled: .cancelled
      }
  }
}

extension ForeignCodec {
  /// Debian's package with the library.
  fileprivate var packages: String {
    switch self {
    case .webp: "libwebp7"
    case .heif: "libheif1"
    }
  }

  /// Debian's package with the headers.
  fileprivate var headerPackage: String {
    switch self {
    case .webp: "libwebp-dev"
    case .heif: "libheif-dev"
    }
  }
}
