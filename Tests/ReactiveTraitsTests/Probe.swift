/// An object to hold, so that a weak reference can tell when it was released.
final class Probe: Sendable {
  func touch() {}
}
