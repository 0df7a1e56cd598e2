internal import Imaging
internal import SystemPackage

/// A camera's raw file: the JPEG that the camera has added for showing it, and its metadata. The
/// sensor's data is not decoded.
///
/// Wrong offsets, loops and huge counts are harmless: nothing outside the file is read, and
/// directories, boxes and entries are limited to more than any camera writes.
struct RawFile {
  /// The bytes of the file that hold the JPEG with the most pixels; nil if there is none.
  let preview: Range<Int>?
  let fields: RawFields

  /// Bytes per read. Directories are often close together, so one read may cover several.
  private static let windowSize = 4096

  /// The file's structure; nil if it isn't a raw file but, for example, an ordinary TIFF picture.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`, `cancelled`.
  /// - Cost: some dozens of short reads.
  static func read(
    _ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> RawFile? {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: windowSize, isCancelled: isCancelled)
    let raw = RawFile(window)
    if let failure = window.failure { throw failure }
    return raw
  }

  /// Whether an open file is a raw file; false if it can't be read.
  static func isRaw(_ file: FileDescriptor, size: Int) -> Bool {
    let window = FileWindow(file, size: size, windowSize: windowSize)
    guard let container = container(window) else { return false }
    if case .tiff(let version) = container {
      return RawDirectories(window, version: version)?.isRaw ?? false
    }
    return true
  }

  private init?(_ file: FileWindow) {
    let candidates: [Range<Int>]
    switch Self.container(file) {
    case .tiff(let version):
      guard let directories = RawDirectories(file, version: version), directories.isRaw else {
        return nil
      }
      (candidates, fields) = (directories.previews, directories.fields)
    case .boxes:
      let boxes = CR3Boxes(file)
      (candidates, fields) = (boxes.previews, boxes.fields)
    case .fujifilm:
      (candidates, fields) = (Self.fujifilmPreviews(file), RawFields())
    case nil:
      return nil
    }
    preview = Self.largest(of: candidates, in: file)
  }

  private static func container(_ file: FileWindow) -> RawContainer? {
    file.bytes(at: 0, count: min(PhotoFormat.shortSignatureLength, file.size))
      .flatMap { RawContainer(firstBytes: Array($0)) }
  }

  /// The JPEG with the most pixels; of equals, the first.
  private static func largest(of candidates: [Range<Int>], in file: FileWindow) -> Range<Int>? {
    var largest: (range: Range<Int>, pixels: Int)?
    for range in candidates {
      guard let size = EmbeddedJPEG.size(in: range, of: file), size.pixels > largest?.pixels ?? 0
      else { continue }
      largest = (range, size.pixels)
    }
    return largest?.range
  }

  /// A RAF has its JPEG's offset and length at byte 84. All metadata is in that JPEG.
  private static func fujifilmPreviews(_ file: FileWindow) -> [Range<Int>] {
    guard let numbers = file.bytes(at: 84, count: 8) else { return [] }
    let offset = numbers.prefix(4).bigEndian
    return [offset..<offset + numbers.suffix(4).bigEndian]
  }
}
