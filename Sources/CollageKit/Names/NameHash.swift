internal import PhotoCodecs

/// A name's hash: the first 128 bits of its SHA-256. A set of them takes 16 to 40 bytes for each
/// name, however long.
struct NameHash: Hashable, Sendable {
  let value: UInt128

  init(_ bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(Array(bytes))
    value = hash.finish().prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  init(_ name: String) { self.init(name.utf8) }
}
