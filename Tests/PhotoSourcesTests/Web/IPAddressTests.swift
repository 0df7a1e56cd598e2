import Glibc
import Testing

@testable import PhotoSources

struct IPAddressTests {
  @Test(arguments: [
    ("8.8.8.8", true), ("1.1.1.1", true), ("172.15.0.1", true), ("172.32.0.1", true),
    ("100.128.0.1", true), ("100.63.0.1", true), ("100.127.0.1", false),
    ("11.0.0.1", true), ("192.169.0.1", true), ("223.255.255.1", true), ("2606:4700::1111", true),
    ("2a00:1450::1", true),
    ("::ffff:8.8.8.8", true), ("64:ff9b::8.8.8.8", true), ("2002:0808:0808::1", true),
    ("0.0.0.0", false), ("0.1.2.3", false), ("10.1.2.3", false), ("100.64.0.1", false),
    ("127.0.0.1", false),
    ("127.255.0.1", false), ("169.254.169.254", false), ("172.16.0.1", false),
    ("172.31.255.255", false),
    ("192.168.1.1", false), ("192.0.2.1", false), ("198.19.0.1", false), ("203.0.113.9", false),
    ("224.0.0.1", false),
    ("255.255.255.255", false), ("::", false), ("::1", false), ("fe80::1", false),
    ("fc00::1", false),
    ("fd12::1", false),
    ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false), ("::ffff:127.0.0.1", false),
    ("::127.0.0.1", false),
    ("64:ff9b::10.0.0.1", false), ("2002:7f00:1::1", false), ("4000::1", false), ("fec0::1", false),
  ])
  func `public addresses are told from all others`(_ text: String, _ isPublic: Bool) throws {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    #expect(unsafe inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
    #expect(try #require(IPAddress(bytes)).isPublic == isPublic)
  }

  @Test func `other numbers of bytes are no address`() {
    #expect(IPAddress([]) == nil && IPAddress([127, 0, 0]) == nil)
  }
}
