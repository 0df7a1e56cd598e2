/// A table that any thread can read without bounds checks; the reader must keep indices in range.
/// Safe to hold: entries never change, and live as long as the table.
@safe package final class LookupTable<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Valid as long as the table lives.
  package let entries: UnsafePointer<Entry>

  package init(_ values: [Entry]) {
    let memory = UnsafeMutablePointer<Entry>.allocate(capacity: values.count)
    unsafe memory.initialize(from: values, count: values.count)
    unsafe entries = UnsafePointer(memory)
  }

  deinit { unsafe entries.deallocate() }
}
