/// A fixed number of values in memory that the system may refuse: where an array finds none, the
/// program ends. All are zero at first; the system provides memory when a value is first written.
///
/// Safe, because every index is checked, and the memory lives as long as this.
@safe
package final class ValueMemory<Value: BitwiseCopyable & Sendable>: RandomAccessCollection,
  @unchecked Sendable
{
  @usableFromInline package let start: UnsafeMutablePointer<Value>
  package let count: Int
  private let memory: PixelMemory

  package init(count: Int) throws(OutOfMemory) {
    guard let memory = PixelMemory(bytes: Self.bytes(of: count)) else { throw OutOfMemory() }
    self.memory = memory
    self.count = count
    unsafe start = memory.start.bindMemory(to: Value.self, capacity: count)
  }

  package convenience init(_ values: [Value]) throws(OutOfMemory) {
    try self.init(count: values.count)
    for (index, value) in values.enumerated() { self[index] = value }
  }

  /// The memory that so many values take, in bytes.
  package static func bytes(of count: Int) -> Int { count * MemoryLayout<Value>.stride }

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  @inlinable package subscript(index: Int) -> Value {
    get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }
}
