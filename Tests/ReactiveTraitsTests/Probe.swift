/// Something to hold, so that a weak reference can tell when it was let go.
final class Probe: Sendable {
  func touch() {}
}
