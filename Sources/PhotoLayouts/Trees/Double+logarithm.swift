internal import Glibc

extension Double {
  /// Natural.
  var logarithm: Double { log(self) }
  var exponential: Double { exp(self) }
}
