/// A box of an ISO base media file (ISO/IEC 14496-12): a type and a payload.
struct ISOBox: Sendable {
  let type: FourCC
  /// Where the payload is, in the file or in the bytes that were searched.
  let payload: Range<Int>

  /// The bytes before a payload: length and type, with a length of 64 bits, and with a type of 16
  /// bytes ("uuid").
  private static let headerBytes = 8
  private static let longHeaderBytes = 16

  /// Interprets a box's first bytes.
  ///
  /// - Parameters:
  ///   - header: the bytes at `offset`: 16 of them, or fewer at the end.
  ///   - end: where what contains the box ends; a box of length 0 reaches to it.
  /// - Throws: `damaged` if it reaches beyond `end`, or is shorter than its header.
  init(_ header: ArraySlice<UInt8>, at offset: Int, end: Int) throws(CodecError) {
    var reader = ByteReader(Array(header))
    var size = try reader.number(4)
    type = try reader.fourCC()
    var start = Self.headerBytes
    if size == 1 {
      size = try reader.number(8)
      start = Self.longHeaderBytes
    } else if size == 0 {
      size = end - offset
    }
    guard size >= start, size <= end - offset else {
      throw .damaged(reason: "its \"\(type)\" box has a wrong length")
    }
    payload = offset + start..<offset + size
  }

  /// Finds the boxes of a file, in order; stops when `body` returns false. A truncated last box
  /// that `body` doesn't ask for is no error.
  ///
  /// - Parameters:
  ///   - range: where in the file to search.
  ///   - limit: the number of boxes that are looked at.
  static func forEach(
    in file: FileWindow, _ range: Range<Int>, limit: Int = 4096,
    _ body: (ISOBox) throws(CodecError) -> Bool
  ) throws(CodecError) {
    var offset = range.lowerBound
    for _ in 0..<limit where range.upperBound - offset >= headerBytes {
      let count = min(longHeaderBytes, range.upperBound - offset)
      guard let header = try file.read(at: offset, count: count) else { return }
      let box = try ISOBox(header, at: offset, end: range.upperBound)
      guard try body(box) else { return }
      offset = box.payload.upperBound
    }
  }

  /// More than any camera writes.
  private static let maxBoxes = 1 << 15

  /// The boxes in a reader's remaining bytes, in order.
  ///
  /// - Parameter name: what they are, for the error.
  /// - Throws: `damaged` for a box that reaches beyond them; `tooLarge` for more than 32,768.
  static func all(in reader: ByteReader, named name: String = "boxes") throws(CodecError)
    -> [ISOBox]
  {
    var reader = reader
    var boxes: [ISOBox] = []
    while reader.remaining >= headerBytes {
      var header = reader
      let bytes = try header.bytes(min(longHeaderBytes, reader.remaining))
      let box = try ISOBox(bytes, at: reader.position, end: reader.end)
      guard boxes.count < maxBoxes else { throw .tooLarge(reason: "more than 32,768 \(name)") }
      boxes.append(box)
      try reader.skip(box.payload.upperBound - reader.position)
    }
    return boxes
  }
}
