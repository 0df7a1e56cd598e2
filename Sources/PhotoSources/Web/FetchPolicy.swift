package import SystemPackage

/// What a fetcher may do, and its limits.
package struct FetchPolicy: Sendable {
  /// Sent with every request: the program's name and version.
  package var userAgent = "collage"
  /// A file with certificates to trust in place of the system's; nil for these.
  package var authorities: FilePath?
  /// Whether only public addresses may be connected to. In any case no redirect leads from a public
  /// to another address.
  package var refusesPrivateAddresses = false
  /// Decides what a public address is; tests replace it.
  var isPublic: @Sendable (IPAddress) -> Bool = { $0.isPublic }

  /// Where bodies are received without a cache, or when it can't be used: in files without a name.
  package var temporaryFolder: FilePath = "/tmp"

  /// How many bytes a body may have, inflated.
  package var maxBodyBytes = 64 << 20
  /// How many bytes the header of a response may have.
  package var maxHeaderBytes = 64 << 10
  /// How many redirects are followed, one after the other.
  package var maxRedirects = 5
  /// How many transfers run at once, and how many of them from one host.
  package var maxTransfers = 6
  package var maxTransfersToHost = 4
  /// Whether only transfers that are urgent, too, count for these limits.
  package var isUrgent = false

  /// How long opening a connection may take, with the look-up of the host's name.
  package var connectTimeout = Duration.seconds(10)
  /// A transfer slower than so many bytes a second has timed out after `lowSpeedTime`, which counts
  /// whole seconds.
  package var lowSpeedBytes = 1000
  package var lowSpeedTime = Duration.seconds(20)
  /// How long a transfer may take in all, from its turn on.
  package var transferTimeout = Duration.seconds(30 * 60)

  /// How long to wait before each further try when a connection breaks or a server asks to come
  /// back later.
  package var retryDelays: [Duration] = [.milliseconds(500), .milliseconds(1500)]
  /// The longest wait that a server may ask for (`Retry-After`); if it asks for more, there is no
  /// further try.
  package var maxRetryAfter = Duration.seconds(30)

  package init() {}
}
