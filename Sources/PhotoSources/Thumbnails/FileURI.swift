internal import CNettle
internal import PhotoCodecs
internal import SafeText

/// A file's URI as desktops write it, which also gives the name of its thumbnails.
struct FileURI: Hashable, Sendable {
  /// Which characters stand for themselves.
  enum Escaping {
    /// As in GLib's `g_filename_to_uri`; also the thumbnail specification's.
    case glib
    /// As in Qt's `QUrl.toEncoded`, which doesn't escape semicolons.
    case qt
  }

  /// The URI in ASCII.
  let bytes: [UInt8]

  private static let unescaped = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)

  /// - Parameter path: absolute; taken byte for byte.
  init(_ path: some Sequence<UInt8>, _ escaping: Escaping = .glib) {
    let path = PercentEncoding.text(of: path) { byte in
      Self.unescaped.contains(byte) || escaping == .qt && byte == UInt8(ascii: ";")
    }
    bytes = Array("file://\(path)".utf8)
  }

  /// The MD5 of the URI, 32 lower-case hexadecimal digits: a thumbnail's name without `.png`.
  var digest: String {
    var context = md5_ctx()
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    unsafe nettle_md5_init(&context)
    unsafe nettle_md5_update(&context, bytes.count, bytes)
    unsafe nettle_md5_digest(&context, digest.count, &digest)
    return digest.hexadecimal
  }
}
