/// A TIFF structure with one directory, as EXIF has it.
struct EXIFBuilder {
  enum Order { case big, little }

  struct Entry {
    var tag: UInt16
    /// 1 byte, 2 text, 3 short, 4 long.
    var type: UInt16
    var count: UInt32 = 1
    /// The four bytes of the value field, from the left, in the file's order.
    var value: [UInt8]
  }

  var order = Order.big
  var entries: [Entry] = []
  /// What the directory says, if not the truth.
  var statedCount: UInt16?
  /// Where the header says that the directory is.
  var offset: UInt32 = 8

  func field(_ value: some FixedWidthInteger) -> [UInt8] {
    order == .big ? value.bigEndianBytes : value.littleEndianBytes
  }

  var bytes: [UInt8] {
    let mark = order == .big ? "MM" : "II"
    return Array(mark.utf8) + field(UInt16(42)) + field(offset)
      + field(statedCount ?? UInt16(entries.count))
      + entries.flatMap { field($0.tag) + field($0.type) + field($0.count) + $0.value }
      + field(UInt32(0))
  }

  /// One entry: the orientation, as a short.
  static func orientation(_ value: UInt16, _ order: Order = .big) -> [UInt8] {
    var builder = EXIFBuilder(order: order)
    builder.entries = [Entry(tag: 0x0112, type: 3, value: builder.field(value) + [0, 0])]
    return builder.bytes
  }
}
