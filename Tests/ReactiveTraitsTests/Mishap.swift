/// A failure for tests.
enum Mishap: Error, Equatable {
  case torn, stopped
}
