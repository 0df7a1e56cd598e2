internal import Glibc
internal import SafeText

/// The environment's variables, as lossless text.
package enum Environment {
  /// All variables that are not empty, by name.
  package static var all: [String: String] {
    var variables: [String: String] = [:]
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let parts = unsafe RawText.text(of: entry).parts(at: "=", maxSplits: 1)
      if parts.count == 2, parts[1] != "" { variables[parts[0]] = parts[1] }
      unsafe next += 1
    }
    return variables
  }

  /// Nil when the variable is not set or empty.
  package static subscript(name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe RawText.text(of: value)
    return text.isEmpty ? nil : text
  }
}
