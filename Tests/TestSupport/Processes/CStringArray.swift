import Glibc

/// Calls `body` with the strings as C wants an argument list or environment: NUL at the end of
/// each, nil after the last.
///
/// The pointers are valid only inside `body`.
@safe
func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
) rethrows -> Result {
  precondition(strings.allSatisfy { !$0.contains(0) }, "a C string holds no NUL")
  var characters: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(characters.count)
    characters += string.map { CChar(bitPattern: $0) } + [0]
  }
  return try unsafe characters.withUnsafeMutableBufferPointer { buffer in
    let pointers: [UnsafeMutablePointer<CChar>?] =
      unsafe starts.map { unsafe buffer.baseAddress! + $0 } + [nil]
    return try unsafe pointers.withUnsafeBufferPointer { try unsafe body($0.baseAddress!) }
  }
}
