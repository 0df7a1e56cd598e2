import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What the worker does with coded pictures that aren't what their file says.
@Suite(.enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"))
struct CodedPictureTests {
  /// A unit that begins a sequence of pictures of this size, in HEVC, up to that.
  private static func sequenceParameters(_ width: Int, _ height: Int) -> [UInt8] {
    // Ids, one sub-layer, a profile and its level; then an id and 4:2:0.
    var bits = [UInt8](repeating: 0, count: 7) + [1]
    bits += (0..<96).map { $0 % 8 == 3 ? 1 : 0 }
    bits += [1, 0, 1, 0]
    for side in [width, height] {
      let code = String(side + 1, radix: 2)
      bits +=
        [UInt8](repeating: 0, count: code.count - 1) + code.utf8.map { $0 - UInt8(ascii: "0") }
    }
    bits += [UInt8](repeating: 1, count: 8 - bits.count % 8)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
    return [33 << 1, 1] + bytes
  }

  /// Why a picture of 8x8 pixels, by its file, can't be decoded that consists of this unit.
  private func failure(ofUnit unit: [UInt8]) throws -> CodecError? {
    var item = HEIFBuilder.hevc(8, 8)
    item.bytes = UInt32(unit.count).bigEndianBytes + unit
    return try failure(ofFile: HEIFBuilder(items: [item]).bytes)
  }

  private func failure(ofFile file: [UInt8]) throws -> CodecError? {
    let folder = try TemporaryFolder()
    try folder.write(file, to: "photo.heic")
    let photo = try FileDescriptor.open(
      folder.path.appending("photo.heic"), .readOnly, options: .closeOnExec)
    defer { try? photo.close() }
    let request = try #require(try header(file).request)
    let program = BuiltProgram.path.string
    return #expect(throws: CodecError.self) {
      try SandboxWorker.decode(request, photo: photo.rawValue, program: program)
    }
  }

  @Test func `a picture that is far larger than its file says is refused before it is decoded`()
    throws
  {
    let reason = "a coded picture is far larger than the file says"
    for (width, height) in [(16_000, 16_000), (144, 145), (8, 4096)] {
      let error = try failure(ofUnit: Self.sequenceParameters(width, height))
      #expect(error == .damaged(reason: reason), "\(width)x\(height)")
    }
    // Some files leave out a margin; that this one has no pixels is another matter.
    let error = try failure(ofUnit: Self.sequenceParameters(144, 144))
    #expect(error == .damaged(reason: "corrupt HEVC data"))
  }

  @Test func `units that are cut off are damage`() throws {
    var item = HEIFBuilder.hevc(8, 8)
    item.bytes = [0, 0, 0, 9, 66, 1]
    let error = try failure(ofFile: HEIFBuilder(items: [item]).bytes)
    #expect(error == .damaged(reason: "premature end of a coded picture"))
  }
}
