/// Names packed into one allocation.
struct PackedNames: Equatable, Sendable {
  /// Each name ends with a NUL.
  private(set) var bytes: [UInt8] = []
  /// The offset of each name.
  private(set) var starts: [Int32] = []

  var count: Int { starts.count }

  /// A name without its NUL.
  subscript(index: Int) -> ArraySlice<UInt8> {
    let end = index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count
    return bytes[Int(starts[index])..<end - 1]
  }

  /// Calls `body` with a name, which ends with a NUL.
  func withBytes<Value>(_ index: Int, _ body: (UnsafePointer<UInt8>) -> Value) -> Value {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe body(bytes.baseAddress! + Int(starts[index]))
    }
  }

  /// - Parameter write: appends the bytes of one name, none of which is NUL.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    starts.append(Int32(bytes.count))
    write(&bytes)
    bytes.append(0)
  }

  /// Frees the spare room of growing arrays.
  mutating func trim() { (bytes, starts) = (Array(bytes[...]), Array(starts[...])) }
}
