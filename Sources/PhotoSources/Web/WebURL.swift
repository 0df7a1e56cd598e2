internal import CWebTransfer

/// A valid URL of http or https. Not for display: it may hold a password.
struct WebURL: Hashable, Sendable {
  /// The complete URL in its normal form, without the fragment.
  let text: String
  let isEncrypted: Bool
  /// In lower case.
  let host: String
  let port: UInt16

  /// - Throws: `noLibrary`, `notAURL`, `scheme`.
  init(_ text: String) throws(FetchError) { try self.init(text, relativeTo: nil) }

  /// The target of a redirect.
  ///
  /// - Throws: `redirect`.
  func target(_ reference: String) throws(FetchError) -> WebURL {
    let target: WebURL
    do throws(FetchError) {
      target = try WebURL(reference, relativeTo: text)
    } catch {
      throw .redirect(error == .scheme ? .scheme : .noTarget)
    }
    if isEncrypted, !target.isEncrypted { throw .redirect(.unencrypted) }
    return target
  }

  /// Whether both have the same scheme, host and port.
  func hasSameServer(as other: WebURL) -> Bool {
    isEncrypted == other.isEncrypted && host == other.host && port == other.port
  }

  private init(_ reference: String, relativeTo base: String?) throws(FetchError) {
    try WebLibrary.load()
    var url = unsafe cweb_url()
    guard !reference.isEmpty, unsafe cweb_parse_url(reference, base, &url) else { throw .notAURL }
    defer { unsafe cweb_release_url(&url) }
    let scheme = unsafe String(cString: url.scheme)
    guard scheme == "https" || scheme == "http" else { throw .scheme }
    text = unsafe String(cString: url.text)
    isEncrypted = scheme == "https"
    host = unsafe String(cString: url.host)
    guard !host.isEmpty else { throw .notAURL }
    port = unsafe url.port
  }
}
