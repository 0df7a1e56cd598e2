import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct DigestTests {
  private func digest(_ bytes: [UInt8]) throws -> Digest {
    let folder = try TemporaryFolder()
    return try Digest(of: PhotoFile.open(folder.write(bytes, to: "file")))
  }

  /// FIPS 180-4's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest is SHA-256`(text: String, hexadecimal: String) throws {
    #expect(try digest(Array(text.utf8)).hexadecimal == hexadecimal)
    var hash = SHA256()
    for byte in text.utf8 { hash.update([byte]) }
    #expect(Digest(hash).hexadecimal == hexadecimal)
    // Asking does not end it.
    #expect(Digest(hash).hexadecimal == hexadecimal)
  }

  @Test func `a long file is read whole`() throws {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      try digest(million).hexadecimal
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `a file that grows or shrinks has no digest`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 1, count: 600_000), to: "file")
    let file = try PhotoFile.open(path)
    for count in [600_001, 599_999, 0] {
      try folder.write([UInt8](repeating: 1, count: count), to: "file")
      #expect(throws: CodecError.changedWhileReading) { _ = try Digest(of: file) }
    }
  }

  @Test func `a digest can be cancelled`() throws {
    let folder = try TemporaryFolder()
    let file = try PhotoFile.open(folder.write([UInt8](repeating: 1, count: 1_000_000), to: "file"))
    var asked = 0
    #expect(throws: CodecError.cancelled) {
      _ = try Digest(
        of: file,
        isCancelled: {
          asked += 1
          return asked == 3
        })
    }
    #expect(asked == 3)
  }
}
