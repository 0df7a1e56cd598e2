internal import CSandboxedCodecs
internal import Imaging
internal import SystemPackage

/// What of a JPEG XL's metadata only libraries can read: its ICC profile, which is coded like
/// pixels, and boxes that are compressed with Brotli.
struct JXLRecords {
  /// Each nil if there is none, or if it can't be read.
  let profile: [UInt8]?
  let exif: [UInt8]?
  let xmp: [UInt8]?

  /// The most of each record, in bytes.
  private static let maxBytes = 4 << 20
  /// For Brotli's window, and for what libjxl decodes of the profile.
  private static let decoderBytes = 96 << 20
  private static let width = 4096
  private static let seconds = 10

  /// Has a worker read what there is. Nil if there is nothing that can be read.
  ///
  /// - Parameter hasProfile: whether there is a profile that is needed.
  /// - Throws: only what says nothing about the bytes: `cancelled`, `decoderFailed` for a library
  ///   that isn't installed, and the like.
  static func read(
    _ container: JXLContainer, hasProfile: Bool, of file: borrowing PhotoFile,
    _ limits: DecodeLimits, isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> JXLRecords? {
    var parameters = csandboxed_jxl_request()
    parameters.task = .records
    parameters.has_profile = hasProfile ? 1 : 0
    parameters.max_record_bytes = UInt32(maxBytes)
    parameters.exif = csandboxed_jxl_range(container.exif)
    parameters.xmp = csandboxed_jxl_range(container.xmp)
    guard hasProfile || parameters.exif.count > 0 || parameters.xmp.count > 0 else { return nil }
    let bytes = MemoryLayout<csandboxed_jxl_records>.size + 3 * maxBytes
    let size = PixelSize(width: width, height: (bytes + 4 * width - 1) / (4 * width))
    let request = DecodeRequest(
      .jxl, container.parameters(parameters), size, depth: 8, decoderBytes: decoderBytes,
      seconds: seconds)
    do throws(CodecError) {
      return JXLRecords(
        try SandboxWorker.decode(
          request.requiringProtections(of: limits), photo: file.descriptor.rawValue,
          isCancelled: isCancelled))
    } catch {
      if error.isNotOfBytes || error.isOfInstallation { throw error }
      return nil
    }
  }

  /// - Parameter pixels: of the size above.
  private init(_ pixels: DecodedPixels) {
    let counts = unsafe pixels.pointer(at: 0).load(as: csandboxed_jxl_records.self)
    var offset = MemoryLayout<csandboxed_jxl_records>.size
    func record(_ count: UInt32) -> [UInt8]? {
      guard count > 0, Int(count) <= Self.maxBytes else { return nil }
      defer { offset += Int(count) }
      return unsafe Array(
        UnsafeRawBufferPointer(start: pixels.pointer(at: offset), count: Int(count)))
    }
    exif = record(counts.exif_bytes)
    xmp = record(counts.xmp_bytes)
    profile = record(counts.profile_bytes)
  }
}

extension csandboxed_jxl_range {
  fileprivate init(_ range: Range<Int>) {
    self.init(offset: UInt64(range.lowerBound), count: UInt64(range.count))
  }

  /// No bytes for a record that isn't compressed.
  fileprivate init(_ record: JXLContainer.Record?) {
    guard case .compressed(let range) = record else {
      self.init()
      return
    }
    self.init(range)
  }
}

extension JXLContainer {
  /// A request's bytes as the worker reads them, with the codestream's pieces behind it.
  func parameters(_ request: csandboxed_jxl_request) -> [UInt8] {
    var request = request
    request.piece_count = UInt32(codestream.count)
    return codestream.reduce(into: [UInt8](bytesOf: request)) {
      $0 += [UInt8](bytesOf: csandboxed_jxl_range($1))
    }
  }
}
