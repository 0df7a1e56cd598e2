internal import PhotoCodecs
package import SystemPackage

/// Why something can't be had from the web.
package enum FetchError: Error, Hashable, Sendable {
  /// A rule for redirects that keeps a server from leading the program astray.
  package enum RedirectFault: Hashable, Sendable {
    case tooMany(Int)
    /// From https to http.
    case unencrypted
    /// To something other than http and https.
    case scheme
    /// From a public to a private or loopback address.
    case privateAddress
    /// No target, or none that is a URL.
    case noTarget
  }

  // The URL or the command line.
  case notAURL
  /// Neither http nor https.
  case scheme
  /// Its address is private or loopback, which the policy refuses.
  case privateAddress
  /// Only the cache may be used, and it doesn't have the response.
  case notCached
  /// The file of certificates can't be read.
  case authorities(FilePath)

  // The server.
  case noSuchHost
  /// No connection could be opened.
  case unreachable
  /// The connection broke, at each try.
  case connectionLost
  case connectTimeout(Duration)
  case tooSlow(bytes: Int, seconds: Int)
  /// The whole transfer took longer than this.
  case timeout(Duration)
  /// The certificate can't be trusted; with the reason as the TLS library gives it.
  case certificate(String)
  case redirect(RedirectFault)
  /// The header is longer than this, in bytes.
  case headerTooLong(Int)
  /// The answer isn't valid HTTP.
  case protocolViolation
  /// The response's status doesn't mean success.
  case status(WebResponse)

  // The body.
  /// The body is larger than this, in bytes.
  case tooLarge(limit: Int)
  case notAPicture
  /// The body can't be inflated.
  case damaged

  // This machine.
  /// libcurl can't be used.
  ///
  /// - Parameter reason: why the library can't be loaded although it is there; nil if it isn't
  ///   installed.
  case noLibrary(reason: String?)
  /// libcurl can't start or continue transfers.
  case libraryFailure
  case outOfMemory
  /// The body can't be written to the disk.
  case storing(Errno)
}

extension FetchError {
  /// Whether the same request is likely to succeed soon.
  var isTransient: Bool {
    switch self {
    case .unreachable, .connectionLost: true
    case .status(let response): response.status == 429 || (500..<600).contains(response.status)
    default: false
    }
  }
}

extension FetchError: CustomStringConvertible {
  /// A sentence for the user, to follow the URL.
  package var description: String {
    switch self {
    case .notAURL: "this is not a valid URL; check it"
    case .scheme: "only http and https URLs can be read; download it first"
    case .privateAddress:
      "its address is private or this machine's own; use --allow-private-addresses to fetch it"
    case .notCached: "it isn't in the cache; leave out --offline to fetch it"
    case .authorities(let path):
      "the certificates in \(path.displayedOnOneLine) can't be read; check the file"
    case .noSuchHost: "there is no such host; check the URL and the connection"
    case .unreachable:
      "its server can't be reached; check the URL and the connection, or try again later"
    case .connectionLost: "its server closed the connection; try again later"
    case .connectTimeout(let limit):
      "its server didn't answer within \(limit.wholeSeconds) s; try again later"
    case .tooSlow(let bytes, let seconds):
      "its server sent less than \(bytes) bytes a second for \(seconds) s; try again later"
    case .timeout(let limit):
      "fetching it took longer than \(limit.wholeSeconds) s; try again later"
    case .certificate(let reason):
      "its server can't be trusted (\(reason)); check the URL, or give the right certificates with "
        + "--ca-file"
    case .redirect(let fault): "\(fault); give the picture's own URL"
    case .headerTooLong(let limit):
      "its server sent headers of more than \(limit >> 10) KiB; download it first"
    case .protocolViolation:
      "its server sent an invalid HTTP response; check the URL, or try again later"
    case .status(let response): response.statusSentence
    case .tooLarge(let limit):
      "larger than \(limit.roundedDownBytes), the limit of a download; raise it with --max-download"
    case .notAPicture: "its server sent something that isn't a readable picture; check the URL"
    case .damaged: "its server sent a damaged picture; try again later"
    case .noLibrary(nil): "libcurl.so.4 isn't installed; install the package libcurl4"
    case .noLibrary(let reason?):
      "libcurl, which fetches it, can't be loaded: \(reason); reinstall the package libcurl4"
    case .libraryFailure:
      "libcurl failed, perhaps for lack of memory or open files; close other programs, or raise "
        + "the limit (ulimit -n)"
    case .outOfMemory: "the system doesn't have enough memory to fetch it; close other programs"
    case .storing(let errno) where [.noSpace, .diskQuotaExceeded].contains(errno):
      "storing it failed: \(errno); free some space"
    case .storing(let errno):
      "storing it failed: \(errno); check the disk and the temporary folder ($TMPDIR)"
    }
  }
}

extension FetchError.RedirectFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooMany(let limit): "it redirects more than \(limit) times"
    case .unencrypted: "it redirects from https to unencrypted http"
    case .scheme: "it redirects to something other than http or https"
    case .privateAddress: "it redirects from the public web to a private address"
    case .noTarget: "it redirects to an invalid address"
    }
  }
}

extension WebResponse {
  fileprivate var statusSentence: String {
    switch status {
    case 401:
      "its server requires a user name and password; "
        + "put them in the URL (https://NAME:PASSWORD@...)"
    case 403: "its server refuses access (403); check the URL, or download it first"
    case 404, 410: "there is no such picture on its server (\(status)); check the URL"
    case 429: "its server reports too many requests (429); \(retryAdvice)"
    case 500..<600: "its server has a problem (\(status)); \(retryAdvice)"
    default: "its server answered \(status) instead of a picture; check the URL"
    }
  }

  private var retryAdvice: String {
    retryAfter.map { "try again after \($0.wholeSeconds) s" } ?? "try again later"
  }
}
