internal import CWebTransfer
internal import PhotoCodecs
internal import SystemPackage

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

  /// - Throws: `noLibrary`; `libraryFailure` where it can't be opened for lack of descriptors.
  static func load() throws(FetchError) {
    if cweb_load() { return }
    let reason = unsafe String(cString: cweb_failure())
    // The library may well be there.
    let isFull = [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem].contains {
      reason.contains("\($0)")
    }
    if isFull { throw .libraryFailure }
    throw .noLibrary(reason: MetadataLine.text(Array(reason.utf8)[...]))
  }
}
