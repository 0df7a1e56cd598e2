internal import CSandboxedCodecs
internal import Glibc

/// A font's file, as unchecked bytes: only a worker parses them.
package struct FontFile: Hashable, Sendable {
  /// The file's name without its folder.
  package let name: String
  /// The font's index in a collection, from 0. The upper 16 bits are the index of a variable font's
  /// instance, from 1, or 0 for the regular weight.
  package let index: Int
  package let digest: Digest
  let bytes: [UInt8]

  package init(_ bytes: [UInt8], name: String, index: Int) {
    self.name = name
    self.index = index
    self.bytes = bytes
    var hash = SHA256()
    hash.update(bytes)
    digest = Digest(hash)
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.digest == second.digest && first.index == second.index && first.name == second.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
