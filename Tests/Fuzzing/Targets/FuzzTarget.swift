import PhotoCodecs

/// A parser of bytes that strangers wrote, and what must hold whatever they are.
///
/// The same checks are run by `collage-fuzz`, which looks for bytes that break them, and by an
/// ordinary test on the bytes in `Cases`.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case cacheEntry = "cache-entry"
  case exif
  case gainMap = "gain-map"
  case heif
  case heifDecoder = "heif-decoder"
  case json
  case jxl
  case jxlDecoder = "jxl-decoder"
  case keys
  case layoutFile = "layout-file"
  case manifest
  case profile
  case raw
  case recipe
  case search
  case tiff
  case tiffDecoder = "tiff-decoder"
  case url
  case userDirectories = "user-directories"
  case webp
  case webpDecoder = "webp-decoder"
  case words
  case xmp

  /// Where its cases lie: a decoder also gets those of its headers.
  package var folders: [String] { [rawValue, rawValue.split(separator: "-decoder").joined()] }

  /// - Throws: `BrokenPromise`.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .cacheEntry: try checkCacheEntry(bytes)
    case .exif: try checkEXIF(bytes)
    case .gainMap: try checkGainMap(bytes)
    case .heif: try checkHeader(bytes, of: [.heic, .avif])
    case .heifDecoder: try checkDecoder(bytes, of: [.heic, .avif])
    case .json: try checkJSON(bytes)
    case .jxl: try checkJXL(bytes)
    case .jxlDecoder: try checkJXLDecoder(bytes)
    case .keys: try checkKeys(bytes)
    case .layoutFile: try checkLayoutFile(bytes)
    case .manifest: try checkManifest(bytes)
    case .profile: try checkProfile(bytes)
    case .raw: try checkHeader(bytes, of: [.raw])
    case .recipe: try checkRecipe(bytes)
    case .search: try checkSearch(bytes)
    case .tiff: try checkHeader(bytes, of: [.raw, .tiff])
    case .tiffDecoder: try checkDecoder(bytes, of: [.raw, .tiff])
    case .url: try checkURL(bytes)
    case .userDirectories: try checkUserDirectories(bytes)
    case .webp: try checkHeader(bytes, of: [.webp])
    case .webpDecoder: try checkDecoder(bytes, of: [.webp])
    case .words: try checkWords(bytes)
    case .xmp: try checkXMP(bytes)
    }
  }
}

/// Something that must hold for all bytes doesn't hold for these.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// - Parameter promise: what must hold, as a sentence.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !holds { throw BrokenPromise(description: promise()) }
}

extension [UInt8] {
  /// A number below `count` that is always the same for these bytes: which one of several checks to
  /// make, so that runs are short.
  func choice(of count: Int) -> Int { Int(reduce(0, &+)) % count }
}
