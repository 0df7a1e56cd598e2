internal import CPhotoCodecs
internal import Dispatch
internal import Synchronization

/// Inflates the rows of a PNG ahead of the reader, on another thread, and hashes the file while
/// there is no room for more rows. The reader doesn't depend on it: it inflates whatever nobody
/// else is inflating.
///
/// Safe, because the reader cancels it before it destroys the handle, and the C side lets one
/// thread inflate while another reads.
@safe final class InflateAheadTask: @unchecked Sendable {
  private let handle: OpaquePointer
  private let hasher: FileHasher?
  private let isBegun = Atomic(false)
  private let isCancelled = Atomic(false)
  private let isEnded = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter handle: a `CPNGReader` that has been started; must live until `cancel` has
  ///   returned.
  init(_ handle: OpaquePointer, _ hasher: FileHasher?) {
    unsafe self.handle = handle
    self.hasher = hasher
  }

  /// Inflates while there is room for rows, and hashes while there isn't; ends when there is
  /// nothing left of either.
  func run() {
    guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    repeat {
      while unsafe cpng_reader_inflate_ahead(handle) {}
    } while !isCancelled.load(ordering: .relaxed) && hasher?.advance() == true
    isEnded.store(true, ordering: .releasing)
    done.signal()
  }

  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  /// Stops the task, and waits until it has stopped; no more rows can be read then. Call once.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    unsafe cpng_reader_stop_inflating_ahead(handle)
    if isBegun.exchange(true, ordering: .acquiringAndReleasing) { done.wait() }
  }
}
