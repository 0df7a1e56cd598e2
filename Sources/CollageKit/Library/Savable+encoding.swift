internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

extension Savable {
  /// Encodes the whole file; returns the id that its bytes give it.
  ///
  /// - Parameters:
  ///   - target: where the file will go, for messages.
  ///   - progress: receives the share that is encoded, 0 to 1.
  ///   - write: receives the bytes, in order; throws an `Errno`.
  func encode(
    for target: FilePath, _ cancellation: Cancellation, progress: (Double) -> Void,
    _ write: ([UInt8]) throws -> Void
  ) throws(PhotoWriterError) -> AssetID {
    do {
      let encoder = try encoder()
      while let bytes = try encoder.nextBytes() {
        if cancellation.isCancelled { throw PhotoWriterError.cancelled }
        try write(bytes)
        progress(encoder.fraction)
      }
      return AssetID(encoder.digest)
    } catch let error as PhotoWriterError {
      throw error
    } catch let errno as Errno {
      throw PhotoWriterError(errno, writing: target)
    } catch let CodecError.encoderFailed(failure) where failure.isOfInstallation {
      throw .noEncoder(target, "\(CodecError.encoderFailed(failure))")
    } catch {
      throw .encoding(target, "\(error)")
    }
  }
}
