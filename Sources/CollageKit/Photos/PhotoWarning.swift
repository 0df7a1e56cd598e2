package import SystemPackage

/// A problem with a photo that was used all the same.
package struct PhotoWarning: Hashable, Sendable {
  package let path: FilePath
  /// A few words, without the path.
  package let reason: String
}

extension PhotoWarning: CustomStringConvertible {
  package var description: String { "\(path.displayed): warning: \(reason)" }
}
