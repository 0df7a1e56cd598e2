internal import Glibc

/// Memory for pixels, 0 at first. The system provides it when it is first written to, in pages of 2
/// MiB where it has such: page by page, that takes several percent of a collage's time.
///
/// Safe to hold: `start` stays valid as long as this lives. Who reads or writes there says
/// `unsafe`, and answers for staying within `bytes`.
@safe package final class PixelMemory: @unchecked Sendable {
  package static let largePage = 2 << 20

  package let start: UnsafeMutableRawPointer
  /// How many bytes there are; at least what was asked for.
  package let bytes: Int
  /// Whether the memory is a mapping of its own; else it is of the heap.
  private let isMapped: Bool

  /// Nil if the system has no memory left.
  ///
  /// - Parameter leastMapped: from how many bytes on it is a mapping of its own; by default from
  ///   where that is faster than the heap, which gives the same memory again.
  package init?(bytes: Int, leastMapped: Int = 4 * largePage) {
    isMapped = bytes >= leastMapped
    let start = unsafe isMapped ? Self.mapping(bytes) : calloc(max(bytes, 1), 1)
    guard let start = unsafe start else { return nil }
    unsafe self.start = start
    self.bytes = bytes
  }

  deinit {
    if isMapped { unsafe munmap(start, bytes) } else { unsafe free(start) }
  }

  /// Gives all but the first bytes back to the system, as far as that can be; they are 0 then.
  package func giveBack(from bytes: Int) {
    let page = Int(getpagesize())
    let first = (bytes + page - 1) & -page
    guard isMapped, first < self.bytes else { return }
    unsafe madvise(start + first, self.bytes - first, MADV_DONTNEED)
  }

  /// Memory that begins with a large page.
  private static func mapping(_ bytes: Int) -> UnsafeMutableRawPointer? {
    let room = bytes + largePage
    let mapping = unsafe mmap(
      nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { return nil }
    let skipped = -Int(bitPattern: mapping) & (largePage - 1)
    let start = unsafe mapping + skipped
    let page = Int(getpagesize())
    let end = (skipped + bytes + page - 1) & -page
    if skipped > 0 { unsafe munmap(mapping, skipped) }
    if end < room { unsafe munmap(mapping + end, room - end) }
    // The last large page isn't asked for where only a part of it is needed.
    unsafe madvise(start, bytes & -largePage, MADV_HUGEPAGE)
    return unsafe start
  }
}
