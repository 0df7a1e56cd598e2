internal import CSandbox

/// What a worker says of itself.
package struct WorkerDescription: Hashable, Sendable {
  /// The library with its version, such as "libwebp 1.2.4", in printable ASCII.
  package let library: String
  package let protections: Set<WorkerProtection>
  /// The version of Landlock; 0 if the kernel has none.
  package let landlockVersion: Int

  /// The protections that this system doesn't have.
  package var missing: [WorkerProtection] {
    WorkerProtection.allCases.filter { !protections.contains($0) }
  }

  init(_ reply: csandbox_reply) {
    library = csandbox_reply.text(reply.library.name)
    protections = Set(WorkerProtection.allCases.filter { reply.protections & $0.bit != 0 })
    landlockVersion = Int(reply.landlock_version)
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
