import CTracing
package import SystemPackage

extension Errno {
  /// The name in C, such as `EIO`.
  package var name: String {
    unsafe ctracing_error_name(rawValue).map { unsafe String(cString: $0) } ?? "errno \(rawValue)"
  }
}
