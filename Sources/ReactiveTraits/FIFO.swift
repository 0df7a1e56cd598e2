/// A first-in, first-out queue that releases an element when it returns it. Both ends take
/// amortised constant time.
struct FIFO<Element> {
  private var incoming: [Element] = []
  /// The oldest elements in reverse order: the next one to return is the last.
  private var outgoing: [Element] = []

  init(_ elements: [Element] = []) {
    incoming = elements
  }

  var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

  mutating func append(_ element: Element) {
    incoming.append(element)
  }

  mutating func popFirst() -> Element? {
    if outgoing.isEmpty {
      outgoing = incoming.reversed()
      incoming.removeAll(keepingCapacity: true)
    }
    return outgoing.popLast()
  }
}
extension FIFO: Sendable where Element: Sendable {}
