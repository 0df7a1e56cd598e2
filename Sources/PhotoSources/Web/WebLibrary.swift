internal import CWebTransfer
internal import PhotoCodecs

/// libcurl, which is loaded when the first URL is met.
package enum WebLibrary {
  /// The names and versions of libcurl and its TLS library: "libcurl 7.88.1, OpenSSL 3.0.17".
  ///
  /// - Throws: `noLibrary`.
  package static func version() throws(FetchError) -> String {
    try load()
    return unsafe String(cString: cweb_version()).split(separator: " ").prefix(2)
      .map { $0.replacing("/", with: " ") }.joined(separator: ", ")
  }

  static func load() throws(FetchError) {
    if cweb_load() { return }
    let reason = unsafe String(cString: cweb_failure())
    throw .noLibrary(reason: MetadataLine.text(Array(reason.utf8)[...]))
  }
}
