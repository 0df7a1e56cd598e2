internal import Imaging

/// Reads all pixels of another reader, whatever is asked for, and keeps them for another drawing,
/// unless there was a fault.
struct RecordingReader<Base: RowReader & ~Copyable>: ~Copyable, RowReader {
  private var base: Base
  private let pictures: DecodedPictures
  private let key: DecodedPictures.Key
  private let width: Int
  private var record: PixelRecord

  /// - Parameters:
  ///   - size: at which `base` will deliver the picture.
  ///   - storage: of what is kept; of the depth that `base` delivers.
  ///   - memory: for it.
  ///   - key: under which it is kept in `pictures`.
  init(
    _ base: consuming Base, of size: PixelSize, _ storage: PixelStorage, in memory: RecordMemory,
    for pictures: DecodedPictures, _ key: DecodedPictures.Key
  ) {
    self.base = base
    self.pictures = pictures
    self.key = key
    width = size.width
    record = PixelRecord(of: size, storage, in: memory)
  }

  var faults: DecodeFaults { base.faults }

  mutating func start(_ plan: DecodePlan, limits: DecodeLimits) throws(CodecError) {
    try base.start(plan, limits: limits)
  }

  mutating func narrow(to columns: Range<Int>) throws(CodecError) -> Int {
    try base.narrow(to: 0..<width)
  }

  mutating func skip(_ rows: Int) throws(CodecError) {
    for _ in 0..<rows { _ = unsafe try nextRow() }
  }

  mutating func nextRow() throws(CodecError) -> UnsafeRawPointer {
    let row = unsafe try base.nextRow()
    unsafe record.append(row)
    return unsafe row
  }

  mutating func finish(remaining: Int) throws(CodecError) {
    try skip(remaining)
    try base.finish(remaining: 0)
    if base.faults.isNone { pictures.keep(record.pixels(), for: key) }
  }
}
