import SystemPackage
import TestSupport

@testable import Imaging
@testable import PhotoCodecs

/// All that comes of decoding a PNG row by row.
struct DecodedRows: Equatable {
  /// The bytes of all rows that came, one after the other.
  var bytes: [UInt8] = []
  /// How decoding ended; nil at the end of the file.
  var error: CodecError?
  /// Whether all rows had come by then.
  var isComplete = false
  var losesPixels = false
  var warning: String?

  /// Larger pictures are refused here.
  private static let maxBytes = 64 << 20

  /// - Parameter usedInflater: set to what has inflated the picture in the end.
  init(
    _ file: borrowing PhotoFile, _ inflater: PNGReader.Inflater, spare: SpareThreads? = nil,
    usedInflater: inout PNGReader.Inflater?
  ) {
    do throws(CodecError) {
      var reader = try PNGReader.open(file, inflater: inflater, spare: spare)
      defer {
        usedInflater = reader.inflater
        losesPixels = reader.faults.losesPixels
        warning = reader.faults.message
      }
      let header = reader.header
      let stride = header.size.width * header.depth.bytesPerPixel
      guard stride * header.size.height <= Self.maxBytes else {
        throw .tooManyPixels(header.size, limit: Self.maxBytes)
      }
      try reader.start(
        DecodePlan(
          try PhotoHeader(of: file, limits: DecodeLimits()), showing: Region(header.size),
          at: header.size),
        limits: DecodeLimits())
      for _ in 0..<header.size.height {
        unsafe bytes.append(
          contentsOf: UnsafeRawBufferPointer(start: try reader.nextRow(), count: stride))
      }
      isComplete = true
      try reader.finish(remaining: 0)
    } catch {
      self.error = error
    }
  }

  init(_ file: borrowing PhotoFile, _ inflater: PNGReader.Inflater, spare: SpareThreads? = nil) {
    var used: PNGReader.Inflater?
    self.init(file, inflater, spare: spare, usedInflater: &used)
  }

  /// Written out, because the function that the compiler would write compares bytes by generic code.
  static func == (left: DecodedRows, right: DecodedRows) -> Bool {
    left.bytes == right.bytes && left.error == right.error && left.isComplete == right.isComplete
      && left.losesPixels == right.losesPixels && left.warning == right.warning
  }

  /// Where two differ, in a few words; nil where they don't.
  func difference(from other: DecodedRows) -> String? {
    if self == other { return nil }
    let first = zip(bytes, other.bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return """
      \(bytes.count) bytes, \(String(describing: error)), \(warning ?? "no warning"); the other \(other.bytes.count) bytes, \
      \(String(describing: other.error)), \(other.warning ?? "no warning"); first different byte \(first ?? -1)
      """
  }
}
