/// An address that a connection may be opened to.
struct IPAddress: Hashable, Sendable {
  /// 4 bytes for IPv4, 16 for IPv6.
  let bytes: [UInt8]

  /// Nil for any other number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Whether it is an address on the public internet. Loopback, private, link-local, multicast and
  /// reserved addresses are not (see the registries of special-purpose addresses, RFC 6890). If an
  /// IPv6 address contains an IPv4 address, that one decides.
  var isPublic: Bool {
    if bytes.count == 4 { return !Self.special.contains(where: isIn) }
    if let inner = embedded { return inner.isPublic }
    return isIn(([0x20], 3)) && !Self.special6.contains(where: isIn)
  }

  /// The IPv4 address at which packets to this address arrive: mapped, translated (RFC 6052) or
  /// tunnelled (6to4).
  private var embedded: IPAddress? {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
    if bytes.starts(with: mapped) || bytes.starts(with: translated) {
      return IPAddress(Array(bytes[12...]))
    }
    return bytes.starts(with: [0x20, 0x02]) ? IPAddress(Array(bytes[2..<6])) : nil
  }

  /// A block of addresses that begin with the same bits.
  private typealias Block = (prefix: [UInt8], bits: Int)

  private func isIn(_ block: Block) -> Bool {
    block.prefix.indices.allSatisfy { index in
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(max(block.bits - 8 * index, 0), 8))
      return (bytes[index] ^ block.prefix[index]) & mask == 0
    }
  }

  private static let special: [Block] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
    ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
  ]

  /// Special blocks within 2000::/3; nothing outside that range is in use.
  private static let special6: [Block] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),
  ]
}
