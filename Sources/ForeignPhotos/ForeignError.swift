internal import Glibc

/// Why a worker delivered no pixels.
package enum ForeignError: Error, Hashable, Sendable {
  // The file's fault, according to the library.
  /// The library's reason, in ASCII.
  case damaged(String)
  /// The kind that the library can't decode, in ASCII.
  case unsupported(String)

  // The fault of the file or of the library.
  /// The worker ended without a reply.
  case crashed
  /// The worker called the system in a way that is forbidden.
  case forbiddenCall
  /// It used up its processor time.
  case timeout
  /// It needed more memory than it was given.
  case memoryExceeded
  /// The reply is not about the picture that was asked for.
  case wrongReply

  // The system's fault.
  case libraryMissing(ForeignCodec)
  /// The library is there but can't be loaded; the loader's reason, in ASCII.
  case libraryUnusable(ForeignCodec, String)
  /// libheif has no decoder for this.
  case decoderMissing(HEIFCodedPicture.Codec)
  /// The program was built without the library's header.
  case notBuilt(ForeignCodec)
  /// The worker could not be started; `errno`.
  case notStarted(Int32)
  /// The worker was killed from outside, memory or a disk failed under it, or it ended before it could look at the photo.
  case killed
  /// The worker got too little processor time.
  case starved
  case outOfMemory

  case cancelled
}

extension ForeignError {
  /// For a failure of the parent's own system calls.
  init(errno: Int32) { self = errno == ENOMEM ? .outOfMemory : .notStarted(errno) }
}
