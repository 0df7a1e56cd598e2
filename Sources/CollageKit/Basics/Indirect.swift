/// Keeps a part of a value in a box that copies of the value share, until one of them changes it.
///
/// A value of many parts is then copied and put away as fast as a few references, and the compiler
/// needn't write code that copies all of them wherever such a value lies in another one. Changing a
/// part copies it.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }
}

// Not a requirement of all values, because then their conformances would be looked up for each kind
// of value when the program starts.
extension Indirect: Equatable where Value: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

extension Indirect: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
