/// A failure for tests.
enum TestError: Error, Equatable {
  case torn, stopped
}
