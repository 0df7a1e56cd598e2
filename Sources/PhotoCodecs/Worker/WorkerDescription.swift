internal import CSandbox

/// What a worker says of itself.
package struct WorkerDescription: Hashable, Sendable {
  /// The library with its version, such as "libwebp 1.2.4", in printable ASCII.
  package let library: String
  /// No new rights by executing other programs.
  package let hasNoNewPrivileges: Bool
  /// Limits on memory, processor time, open files, file sizes and core dumps.
  package let hasLimits: Bool
  /// The version of Landlock that keeps files, connections and signals away; nil if the kernel has
  /// none.
  package let landlockVersion: Int?
  /// Whether only the system calls that decoding needs are allowed.
  package let hasSystemCallFilter: Bool

  init(_ reply: csandbox_reply) {
    let protections = Int32(truncatingIfNeeded: reply.protections)
    func has(_ protection: Int) -> Bool { protections & Int32(protection) != 0 }
    library = csandbox_reply.text(reply.library.name)
    hasNoNewPrivileges = has(CSANDBOX_NO_NEW_PRIVILEGES)
    hasLimits = has(CSANDBOX_LIMITS)
    landlockVersion = has(CSANDBOX_LANDLOCK) ? Int(reply.landlock_version) : nil
    hasSystemCallFilter = has(CSANDBOX_SYSTEM_CALL_FILTER)
  }
}

extension csandbox_reply {
  /// The message, by `text(_:)`.
  var text: String { Self.text(message) }

  /// The text in an array of bytes up to its first zero, with all but printable ASCII replaced.
  static func text<Bytes: BitwiseCopyable>(_ field: Bytes) -> String {
    let bytes = unsafe withUnsafeBytes(of: field) { unsafe Array($0.prefix { $0 != 0 }) }
    return String(
      decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
