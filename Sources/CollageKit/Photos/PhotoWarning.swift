package import SystemPackage

/// Something about a photo that its owner should know, though it was used.
package struct PhotoWarning: Hashable, Sendable {
  package let path: FilePath
  /// A few words, without the path.
  package let reason: String
}

extension PhotoWarning: CustomStringConvertible {
  package var description: String { "\(path.displayed): warning: \(reason)" }
}
