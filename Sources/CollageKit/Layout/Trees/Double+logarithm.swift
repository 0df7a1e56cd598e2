internal import Glibc

extension Double {
  /// The natural logarithm.
  var logarithm: Double { log(self) }

  /// e to the power of this number.
  var exponential: Double { exp(self) }
}
