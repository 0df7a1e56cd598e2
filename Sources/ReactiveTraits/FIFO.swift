/// A first-in, first-out queue that lets go of an element as it hands it out. Both ends cost constant time on average.
struct FIFO<Element> {
  private var incoming: [Element] = []
  /// The oldest elements, the next one last.
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
