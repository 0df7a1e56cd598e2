package import SystemPackage

/// The limits and rules of a fetcher.
package struct FetchPolicy: Sendable {
  /// Sent with every request: the program's name and version.
  package var userAgent = "collage"
  /// A file with certificates to trust in place of the system's; nil to trust the system's.
  package var authorities: FilePath?
  /// Whether connections may only be opened to public addresses. In any case, no redirect from a
  /// public address to another kind is followed.
  package var refusesPrivateAddresses = false
  /// Decides whether an address is public; tests replace it.
  var isPublic: @Sendable (IPAddress) -> Bool = { $0.isPublic }

  /// The folder in which bodies are received, in unnamed files, if there is no cache or it can't be
  /// used.
  package var temporaryFolder: FilePath = "/tmp"

  /// The maximum size of a body in bytes, after inflating.
  package var maxBodyBytes = 64 << 20
  /// The maximum size of a response's header in bytes.
  package var maxHeaderBytes = 64 << 10
  /// The maximum number of redirects in a row.
  package var maxRedirects = 5
  /// The maximum number of transfers at once: in all, and from one host.
  package var maxTransfers = 6
  package var maxTransfersToHost = 4
  /// Whether these limits count only other urgent transfers, so that an urgent one needn't wait for
  /// the rest.
  package var isUrgent = false

  /// How long opening a connection may take, including the lookup of the host's name.
  package var connectTimeout = Duration.seconds(10)
  /// A transfer that is slower than this, in bytes per second, times out after `lowSpeedTime`, of
  /// which only whole seconds count.
  package var lowSpeedBytes = 1000
  package var lowSpeedTime = Duration.seconds(20)
  /// How long a transfer may take in all, from when it is started.
  package var transferTimeout = Duration.seconds(30 * 60)

  /// How long to wait before each further try after a connection breaks or a server asks to come
  /// back later.
  package var retryDelays: [Duration] = [.milliseconds(500), .milliseconds(1500)]
  /// The longest wait that a server may ask for (`Retry-After`). If it asks for a longer one, there
  /// is no further try.
  package var maxRetryAfter = Duration.seconds(30)

  package init() {}
}
