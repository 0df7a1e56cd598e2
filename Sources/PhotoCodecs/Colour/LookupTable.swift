/// A table that is read without bounds checks from any thread; the reader keeps indices in range.
@safe final class LookupTable<Entry: BitwiseCopyable & Sendable>: @unchecked Sendable {
  /// Alive as long as the table.
  let entries: UnsafePointer<Entry>

  init(_ values: [Entry]) {
    let memory = UnsafeMutablePointer<Entry>.allocate(capacity: values.count)
    unsafe memory.initialize(from: values, count: values.count)
    unsafe entries = UnsafePointer(memory)
  }

  deinit { unsafe entries.deallocate() }
}
