internal import PhotoCodecs

/// A name's hash: the first 128 bits of its SHA-256.
struct NameHash: Hashable, Sendable {
  let value: UInt128

  init(_ bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(Array(bytes))
    value = hash.finish().prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  init(_ name: String) { self.init(name.utf8) }
}

/// A set of names, stored as hashes: 16 to 40 bytes for each job of a batch, however long its name is.
package struct NameSet: Sendable {
  private var hashes: Set<NameHash> = []

  package init() {}

  /// False when the name was already there.
  package mutating func insert(_ name: String) -> Bool { hashes.insert(NameHash(name)).inserted }

  package func contains(_ name: String) -> Bool { hashes.contains(NameHash(name)) }
}
