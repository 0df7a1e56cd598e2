internal import Dispatch
internal import Glibc
internal import PhotoCodecs
internal import ReactiveTraits

/// What decoders may hold together for photos that can't be decoded row by row, such as progressive JPEGs and HEICs.
struct DecoderMemory: ~Copyable, Sendable {
  /// In bytes, for each processor: a HEIC of 12 megapixels, most of which is what its decoder may use at most.
  private static let processorBytes = 128 << 20
  /// In bytes; a photo that needs more has no thumbnail.
  private static let maxBytes = 1 << 30
  private static let pollingInterval = DispatchTimeInterval.milliseconds(20)

  /// In bytes, for all decoders together; a photo that needs more is decoded alone.
  private let budget: Int
  private let used = Locked(0)
  private let released = DispatchSemaphore(value: 0)

  /// - Parameter processors: how many photos are decoded at once.
  init(processors: Int = sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
    budget = min(max(processors, 1) * Self.processorBytes, Self.maxBytes)
  }

  /// Runs `body` as soon as there is room for so many bytes.
  ///
  /// - Throws: `needsMemory`; `cancelled`, while it waits.
  borrowing func with<Value>(
    _ bytes: Int, _ cancellation: Cancellation, _ body: () throws(CodecError) -> Value
  ) throws(CodecError) -> Value {
    guard bytes > 0 else { return try body() }
    guard bytes <= Self.maxBytes else { throw .needsMemory(bytes: bytes, budget: Self.maxBytes) }
    while !acquire(bytes) {
      if cancellation.isCancelled { throw .cancelled }
      _ = released.wait(timeout: .now() + Self.pollingInterval)
    }
    defer {
      used.withLock { $0 -= bytes }
      released.signal()
    }
    return try body()
  }

  private borrowing func acquire(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard used == 0 || used + bytes <= budget else { return false }
      used += bytes
      return true
    }
  }
}
