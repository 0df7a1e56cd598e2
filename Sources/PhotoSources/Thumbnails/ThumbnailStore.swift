internal import Files
internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
package import SystemPackage

/// The thumbnails on disk, which all programs of a desktop share, according to the freedesktop
/// thumbnail specification 0.9.
///
/// A thumbnail of another program is used if it fits the photo's URI, modification time and size,
/// but is not trusted otherwise: it must be a regular file in the store itself, and a PNG within
/// the limits of its size. If writing fails, nothing is stored, silently.
package final class ThumbnailStore: Sendable {
  /// Bytes allowed in a thumbnail's file in addition to its pixels, for a colour profile and texts.
  private static let maxMetadataBytes = 1 << 18
  private static let reasonKey = "X-Collage::Failure"

  private let folder: FilePath
  private let program: String
  /// Whether writing failed for a lasting reason, such as a full disk.
  private let isClosed = Atomic(false)

  /// Reads and writes nothing yet.
  ///
  /// - Parameters:
  ///   - folder: `thumbnails` in the user's cache folder; created when the first thumbnail is
  ///     stored.
  ///   - version: this program's version; photos that failed to decode are remembered for this
  ///     version only.
  package init(_ folder: FilePath, version: String) {
    self.folder = folder
    program = "collage-\(version)"
  }

  /// A photo's entry in the store; nil if it can't have one, like a file in the store itself.
  ///
  /// - Parameter path: byte for byte, as the user or a scan of folders has it.
  func entry(_ path: [UInt8], _ identity: FileIdentity) -> StoreEntry? {
    guard let absolute = AbsolutePath.lexical(path), let resolved = AbsolutePath.resolved(absolute),
      !isInside(resolved)
    else { return nil }
    return StoreEntry(path: absolute, resolved: resolved, identity: identity)
  }

  private func isInside(_ path: [UInt8]) -> Bool {
    guard let folder = AbsolutePath.resolved(folder.bytes) else { return false }
    return path.starts(with: folder + [UInt8(ascii: "/")])
  }

  /// A photo's thumbnail of this size, or a larger one reduced to it; nil if there is none that can
  /// be used.
  ///
  /// - Parameters:
  ///   - photo: the photo's open file.
  ///   - background: shown where the thumbnail isn't opaque.
  func thumbnail(
    of photo: borrowing PhotoFile, _ entry: StoreEntry, _ size: ThumbnailSize, background: Colour,
    _ cancellation: Cancellation
  ) -> Raster? {
    for stored in ThumbnailSize.allCases where stored.rawValue >= size.rawValue {
      guard let folder = try? OpenFolder.openPrivate(folder.appending(stored.folderName)) else {
        continue
      }
      for uri in entry.uris {
        guard let file = try? PhotoFile.open(StoreEntry.name(uri), in: folder),
          file.size <= Self.maxBytes(of: stored),
          entry.isDescribed(by: file, as: uri),
          let header = try? PhotoHeader(
            of: file, limits: DecodeLimits(pixels: stored.rawValue * stored.rawValue)),
          header.format == .png, isSize(header.size, of: photo, for: stored)
        else { continue }
        if let raster = try? ThumbnailDecoder.raster(
          of: file, header, size, background: background, limits: DecodeLimits(), cancellation)
        {
          return raster
        }
      }
    }
    return nil
  }

  /// More bytes than an uncompressed thumbnail with four samples of 16 bits has.
  private static func maxBytes(of size: ThumbnailSize) -> Int {
    9 * size.rawValue * size.rawValue + maxMetadataBytes
  }

  /// Whether a thumbnail has the size that one of this photo must have: the limit, unless the photo
  /// is smaller.
  private func isSize(_ size: PixelSize, of photo: borrowing PhotoFile, for stored: ThumbnailSize)
    -> Bool
  {
    let side = max(size.width, size.height)
    // Some programs round down.
    if side >= stored.rawValue - 1 { return side <= stored.rawValue }
    guard let header = try? PhotoHeader(of: photo, limits: DecodeLimits(pixels: .max)) else {
      return false
    }
    return side >= max(header.size.width, header.size.height)
  }

  /// Why this program could not decode the photo on an earlier try; nil if there was none, or it
  /// succeeded.
  func failure(of entry: StoreEntry) -> CodecError? {
    guard let folder = try? OpenFolder.openPrivate(failures),
      let file = try? PhotoFile.open(entry.name, in: folder),
      file.size <= Self.maxMetadataBytes,
      entry.isDescribed(by: file, as: entry.uris[0]),
      let text = (try? PNGTexts([Self.reasonKey], of: file))?[Self.reasonKey]
    else { return nil }
    return CodecError(storedText: text)
  }

  private var failures: FilePath { folder.appending("fail").appending(program) }

  /// Stores a thumbnail that was decoded for this size.
  ///
  /// - Cost: some milliseconds, most of them for compressing.
  func store(_ raster: Raster, hasAlpha: Bool, _ entry: StoreEntry, _ size: ThumbnailSize) {
    write(
      raster, hasAlpha: hasAlpha, entry.texts, to: entry.name, in: folder.appending(size.folderName)
    )
  }

  /// Remembers that a photo can't be decoded, if its bytes alone are to blame.
  func store(_ failure: CodecError, _ entry: StoreEntry) {
    guard let text = failure.storedText else { return }
    var texts = entry.texts
    texts.append(Self.reasonKey, text)
    let pixel = Raster(size: PixelSize(width: 1, height: 1), filledWith: .transparent)
    write(pixel, hasAlpha: true, texts, to: entry.name, in: failures)
  }

  private func write(
    _ raster: Raster, hasAlpha: Bool, _ texts: PNGTexts, to name: FilePath.Component,
    in path: FilePath
  ) {
    guard !isClosed.load(ordering: .relaxed),
      let png = try? PixelBands(raster, as: .png(.fastest), hasAlpha: hasAlpha).encoded()
    else { return }
    var all = texts
    all.append("Software", program.utf8)
    do throws(Errno) {
      let folder = try OpenFolder.makePrivate(path)
      try folder.replace(
        name, with: all.inserted(into: png), by: CacheFolder.Names.random(), in: folder)
    } catch {
      switch error {
      case .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied, .notPermitted:
        isClosed.store(true, ordering: .relaxed)
      default: break
      }
    }
  }
}

extension ThumbnailSize {
  /// The name of the store's folder for this size.
  fileprivate var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }
}

extension Compression {
  fileprivate static let fastest = Compression(1)!
}
