internal import CPhotoCodecs
package import Imaging
package import SystemPackage

/// Why a photo could not be decoded or a collage could not be encoded. `description` leaves out the
/// photo's path, and advice that only some commands can give, such as raising a limit.
package enum CodecError: Error, Hashable, Sendable {
  // The file's fault.
  /// The first bytes are not those of a photo; `type` is what they look like, nil if unknown.
  case notAPicture(type: OtherFileType?)
  /// The file's content is broken or truncated. `allowable` if it can be shown with filler for the
  /// lost part.
  case damaged(reason: String, allowable: Bool = false)
  /// A valid photo of a kind that can't be decoded.
  case unsupported(reason: String)
  /// There is no decoder for its format, or it failed.
  case decoderFailed(WorkerFailure)
  /// There is no encoder for a collage's format, or it failed.
  case encoderFailed(WorkerFailure)

  // A limit.
  case tooManyPixels(PixelSize, limit: Int)
  case tooManyScans(limit: Int)
  /// More pixels on one side than the decoder accepts.
  case tooLarge(reason: String)
  /// The file has many times the bytes that a picture of this size needs.
  case oversizedFile(bytes: Int, PixelSize)
  /// The buffers that the format forces on its decoder, plus the canvas, exceed the memory budget.
  /// Both are in bytes.
  case needsMemory(bytes: Int, budget: Int)

  // The system's fault.
  case readFailed(Errno)
  case changedWhileReading
  case outOfMemory
  /// More memory is needed than the system has left for this program; both in bytes.
  case systemMemory(bytes: Int, left: Int)

  /// The caller cancelled.
  case cancelled
}

extension CodecError {
  /// Whether the cause is the system, not the file: the same bytes may be decoded another time.
  package var isOfSystem: Bool {
    switch self {
    case .readFailed, .changedWhileReading, .outOfMemory, .systemMemory: true
    case .decoderFailed(let failure), .encoderFailed(let failure): failure.isOfSystem
    default: false
    }
  }
}

extension CodecError {
  /// Whether it says nothing about the bytes that were read.
  var isNotOfBytes: Bool { isOfSystem || self == .cancelled }

  /// Whether the cause is that something isn't installed.
  package var isOfInstallation: Bool {
    if case .decoderFailed(let failure) = self { failure.isOfInstallation } else { false }
  }
}

extension CodecError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAPicture(nil):
      "\(reasonToLeaveOut); see 'collage formats'"
    case .notAPicture(let type?) where type.isConvertible:
      "this is \(type), which can't be read; convert it first"
    case .notAPicture:
      "\(reasonToLeaveOut); leave it out"
    case .damaged(_, allowable: true):
      reasonToLeaveOut
    case .damaged(_, allowable: false):
      "\(reasonToLeaveOut); use another copy"
    case .decoderFailed(let failure):
      failure.description
    case .encoderFailed(let failure):
      "its encoder \(failure.reason); \(failure.adviceOnEncoder)"
    case .unsupported(let reason):
      "unsupported: \(reason); save it as an ordinary 8-bit JPEG or as PNG"
    case .tooManyPixels(let size, let limit):
      "\(size) pixels exceed the limit of \(limit)"
    case .tooManyScans(let limit):
      "more than \(limit) scans, which no ordinary file has"
    case .tooLarge(let reason):
      "too large: \(reason); use a smaller copy"
    case .oversizedFile(let bytes, let size):
      "its file is \(bytes.roundedUpBytes), far more than \(size) pixels can need; "
        + "save the picture again"
    case .needsMemory(let bytes, let budget):
      "needs \(bytes.roundedUpBytes) to decode, but the memory limit is \(budget.roundedDownBytes)"
    case .readFailed(let errno):
      "reading failed: \(errno)"
    case .changedWhileReading:
      "changed while it was being read; try again"
    case .systemMemory(let bytes, let left):
      "needs \(bytes.roundedUpBytes) to decode, but only \(left.roundedDownBytes) is available; "
        + "close other programs, or raise the container's limit"
    case .outOfMemory:
      "there is not enough memory to decode it"
    case .cancelled:
      "cancelled"
    }
  }

  /// The description for where the photo is left out: without advice if the file isn't a picture or
  /// is damaged, because then nothing needs to be done.
  package var reasonToLeaveOut: String {
    switch self {
    case .notAPicture(nil): "this is not a picture in a readable format"
    case .notAPicture(let type?) where !type.isConvertible: "this is \(type), not a picture"
    case .damaged(let reason, _): "damaged: \(reason)"
    default: description
    }
  }
}

extension CodecError {
  /// The error for a failed status of the C layer, with its message.
  ///
  /// - Parameter maxScans: the limit on scans that was passed to the C layer.
  init(_ status: CPhotoStatus, message: String, errnum: Int32, maxScans: Int = 0) {
    switch status {
    case .done: preconditionFailure("not a failure")
    case .damaged: self = .damaged(reason: message)
    case .tooLarge: self = .tooLarge(reason: message)
    case .tooManyScans: self = .tooManyScans(limit: maxScans)
    case .unsupported: self = .unsupported(reason: message)
    case .outOfMemory: self = .outOfMemory
    case .readFailed: self.init(reading: Errno(rawValue: errnum))
    }
  }

  private init(reading errno: Errno) {
    self =
      switch errno {
      case .canceled: .cancelled
      case .staleNFSFileHandle: .changedWhileReading
      default: .readFailed(errno)
      }
  }
}
