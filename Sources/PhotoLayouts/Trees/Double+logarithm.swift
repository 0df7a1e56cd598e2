internal import Glibc

extension Double {
  /// The natural logarithm. Declared here, so that no other file of the module needs the C library.
  var logarithm: Double { log(self) }
  var exponential: Double { exp(self) }
}
