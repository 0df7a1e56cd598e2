internal import ForeignPhotos
internal import SystemPackage

/// Why the process that decodes a foreign photo delivered no pixels. `description` leaves out the photo's path.
package enum WorkerFailure: Hashable, Sendable {
  // The file's fault, as far as one can tell.
  case crashed
  /// It did something that decoding doesn't need.
  case forbidden
  case timeout
  case memoryExceeded
  /// What it returned is not what was asked for.
  case wrongReply

  // The installation's.
  /// - Parameter packages: Debian's names.
  case libraryMissing(packages: String)
  /// - Parameter packages: Debian's names, with the headers to build with.
  case notBuilt(packages: String)
}

extension WorkerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .crashed: "damaged: its decoder crashed; use another copy of it"
    case .forbidden: "damaged: its decoder was stopped because it did what no decoder does; use another copy of it"
    case .timeout: "damaged: its decoder took too long and was stopped; use another copy of it"
    case .memoryExceeded:
      "damaged: its decoder needed more memory than any picture of its size; use another copy of it"
    case .wrongReply: "damaged: its decoder gave a wrong answer; use another copy of it"
    case .libraryMissing(let packages): "its decoder is not installed; install \(packages)"
    case .notBuilt(let packages): "this program was built without its decoder; build it with \(packages)"
    }
  }
}

extension CodecError {
  /// The error for a photo of this format that a worker did not decode.
  init(_ error: ForeignError, _ format: PhotoFormat) {
    self =
      switch error {
      case .damaged(let reason): .damaged(reason: reason, allowable: false)
      case .unsupported(let reason): .unsupported(reason: reason)
      case .crashed: .decoderFailed(format, .crashed)
      case .forbiddenCall: .decoderFailed(format, .forbidden)
      case .timeout: .decoderFailed(format, .timeout)
      case .memoryExceeded: .decoderFailed(format, .memoryExceeded)
      case .wrongReply: .decoderFailed(format, .wrongReply)
      case .libraryMissing(let codec): .decoderFailed(format, .libraryMissing(packages: codec.packages))
      case .notBuilt(let codec): .decoderFailed(format, .notBuilt(packages: codec.headerPackage))
      case .outOfMemory: .outOfMemory
      case .notStarted(let number): .decoderNotStarted(Errno(rawValue: number))
      case .cancelled: .cancelled
      }
  }
}

extension ForeignCodec {
  /// Debian's packages with the libraries.
  fileprivate var packages: String {
    switch self {
    case .webp: "libwebp7 and libwebpdemux2"
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
