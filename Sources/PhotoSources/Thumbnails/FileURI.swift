internal import CNettle
internal import Glibc

/// A file's URI as desktops write it, and the name that their thumbnails have.
struct FileURI: Hashable, Sendable {
  /// Which characters stand for themselves.
  enum Escaping {
    /// As in GLib's `g_filename_to_uri`; also the thumbnail specification's.
    case glib
    /// As in Qt's `QUrl.toEncoded`, which leaves the semicolon.
    case qt
  }

  /// ASCII.
  let bytes: [UInt8]

  private static let unescaped = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
  private static let hexadecimal = Array("0123456789ABCDEF".utf8)

  /// - Parameter path: absolute; taken byte for byte.
  init(_ path: some Sequence<UInt8>, _ escaping: Escaping = .glib) {
    var bytes = Array("file://".utf8)
    for byte in path {
      if Self.unescaped.contains(byte) || escaping == .qt && byte == UInt8(ascii: ";") {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), Self.hexadecimal[Int(byte >> 4)], Self.hexadecimal[Int(byte & 15)]]
      }
    }
    self.bytes = bytes
  }

  /// The MD5 of the URI, 32 lower-case hexadecimal digits: a thumbnail's name without `.png`.
  var digest: String {
    var context = md5_ctx()
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    unsafe nettle_md5_init(&context)
    unsafe nettle_md5_update(&context, bytes.count, bytes)
    unsafe nettle_md5_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
