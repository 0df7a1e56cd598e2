internal import Imaging

/// A picture that is made of others in rows and columns ("grid").
struct HEIFGrid {
  let rows: Int
  let columns: Int
  /// In pixels; what the tiles have beyond it is cut off.
  let size: PixelSize

  /// - Parameter bytes: the item's.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == 0 else {
      throw .unsupported(reason: "HEIF with an unknown kind of grid")
    }
    let width = try reader.byte() & 1 == 1 ? 4 : 2
    rows = Int(try reader.byte()) + 1
    columns = Int(try reader.byte()) + 1
    size = try PixelSize(&reader, width)
  }
}

/// A picture of others that are laid over each other on a canvas ("iovl").
struct HEIFOverlay {
  /// The canvas's colour: red, green, blue and alpha.
  let fill: (UInt16, UInt16, UInt16, UInt16)
  let size: PixelSize
  /// Where each picture begins, in pixels of the canvas; may be outside.
  let places: [PixelOffset]

  /// - Parameters:
  ///   - bytes: the item's.
  ///   - count: how many pictures there are.
  init(_ bytes: [UInt8], count: Int) throws(CodecError) {
    var reader = ByteReader(bytes)
    guard try reader.byte() == 0 else {
      throw .unsupported(reason: "HEIF with an unknown kind of overlay")
    }
    let isLong = try reader.byte() & 1 == 1
    func sample() throws(CodecError) -> UInt16 { UInt16(try reader.number(2)) }
    fill = (try sample(), try sample(), try sample(), try sample())
    size = try PixelSize(&reader, isLong ? 4 : 2)
    func coordinate() throws(CodecError) -> Int {
      isLong ? try reader.signed() : Int(Int16(truncatingIfNeeded: try reader.number(2)))
    }
    var places: [PixelOffset] = []
    for _ in 0..<count { places.append(PixelOffset(x: try coordinate(), y: try coordinate())) }
    self.places = places
  }
}

extension PixelSize {
  fileprivate init(_ reader: inout ByteReader, _ width: Int) throws(CodecError) {
    let (columns, rows) = (try reader.number(width), try reader.number(width))
    guard columns > 0, rows > 0 else { throw .damaged(reason: "it has no size") }
    guard max(columns, rows) <= Int(Int32.max) else {
      throw .tooLarge(reason: "\(columns)x\(rows) pixels")
    }
    self.init(width: columns, height: rows)
  }
}
