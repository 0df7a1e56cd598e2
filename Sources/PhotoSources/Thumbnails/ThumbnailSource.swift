internal import Files
internal import Glibc
internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// Makes thumbnails, one at a time on the calling thread: from the store, else from the photo.
struct ThumbnailSource: ~Copyable, Sendable {
  let store: ThumbnailStore?
  let background: ThumbnailBackground
  let limits: DecodeLimits
  /// The memory that all decoders may hold together for photos that can't be decoded row by row,
  /// such as progressive JPEGs and HEICs.
  private let memory: MemoryBudget
  /// A photo for which the decoder must hold more bytes has no thumbnail.
  private let maxBytes: Int

  /// The budget per processor, in bytes: enough for a HEIC of 12 megapixels, most of it the upper
  /// limit of what its decoder may use.
  private static let processorBytes = 128 << 20
  /// In bytes.
  private static let maxBytes = 1 << 30

  /// - Parameters:
  ///   - processors: how many photos are decoded at once.
  ///   - systemLeft: the memory that the system has left, in bytes.
  init(
    store: ThumbnailStore?, background: ThumbnailBackground, limits: DecodeLimits,
    processors: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN)), systemLeft: Int = SystemMemory().left
  ) {
    self.store = store
    self.background = background
    self.limits = limits
    // The other half is for the thumbnails and for the program itself.
    maxBytes = min(Self.maxBytes, systemLeft / 2)
    memory = MemoryBudget(min(max(processors, 1) * Self.processorBytes, maxBytes))
  }

  /// The outcome of a request.
  struct Outcome: Sendable {
    let result: Result<Thumbnail, ThumbnailError>
    /// To be run later, when it delays nothing; nil if there is nothing to store.
    var storing: Storing?
  }

  /// What remains to be written to the store.
  struct Storing: Sendable {
    /// The memory that it holds until then, in bytes, in addition to the thumbnail itself.
    let bytes: Int
    let run: @Sendable () -> Void
  }

  /// - Returns: nil when cancelled.
  borrowing func outcome(
    for origin: ThumbnailOrigin, _ size: ThumbnailSize, _ cancellation: Cancellation
  ) -> Outcome? {
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(origin.path)
    } catch {
      return Outcome(result: .failure(.notOpened(error)))
    }
    var entry: StoreEntry?
    if let store, let path = origin.storedPath { entry = store.entry(path, file.identity) }
    if let store, let entry {
      let raster = store.thumbnail(
        of: file, entry, size, background: background.decoding, cancellation)
      if let raster {
        if background == .checkerboard { raster.lay(over: Checkerboard(behind: raster.size)) }
        return Outcome(result: .success(Thumbnail(raster: raster)))
      }
      if let failure = store.failure(of: entry) {
        return Outcome(result: .failure(.notDecoded(failure)))
      }
    }
    do throws(CodecError) {
      return try decoded(file, size, entry, cancellation)
    } catch .cancelled {
      return nil
    } catch {
      let failure = Outcome(result: .failure(.notDecoded(error)))
      guard let store, let entry, error.storedText != nil else { return failure }
      return Outcome(
        result: failure.result, storing: Storing(bytes: 4096) { store.store(error, entry) })
    }
  }

  /// Runs `body` as soon as so many bytes are free; a photo that needs more than the whole budget
  /// is decoded alone.
  ///
  /// - Throws: `needsMemory`; `cancelled` while waiting.
  borrowing func withMemory<Value>(
    _ bytes: Int, _ cancellation: Cancellation, _ body: () throws(CodecError) -> Value
  ) throws(CodecError) -> Value {
    guard bytes <= maxBytes else {
      throw maxBytes < Self.maxBytes
        ? .systemMemory(bytes: bytes, left: maxBytes) : .needsMemory(bytes: bytes, budget: maxBytes)
    }
    guard let value = try memory.with(min(bytes, memory.total), cancellation, body) else {
      throw .cancelled
    }
    return value
  }

  private borrowing func decoded(
    _ file: borrowing PhotoFile, _ size: ThumbnailSize, _ entry: StoreEntry?,
    _ cancellation: Cancellation
  ) throws(CodecError) -> Outcome {
    let header = try PhotoHeader(
      of: file, limits: limits, isCancelled: { cancellation.isCancelled })
    let limits = limits
    let bytes = ThumbnailDecoder.bufferBytes(header, size)
    let raster = try withMemory(bytes, cancellation) { () throws(CodecError) in
      // A thumbnail for the shared store keeps its alpha.
      try ThumbnailDecoder.raster(
        of: file, header, size, background: .transparent, limits: limits, cancellation)
    }
    let shown = header.isOpaque ? raster : try raster.flattened(on: background)
    var outcome = Outcome(result: .success(Thumbnail(raster: shown)))
    // If the photo changed meanwhile, its thumbnail may not belong to the time of modification.
    guard let store, let entry, try file.isUnchanged() else { return outcome }
    outcome.storing = Storing(bytes: Raster.bytes(of: raster.size)) {
      store.store(raster, hasAlpha: !header.isOpaque, entry, size)
    }
    return outcome
  }
}
