internal import CWebTransfer
internal import ReactiveTraits
internal import SystemPackage

/// One request and its response, without redirects and further tries.
///
/// Its state is used by the thread of the transfers only, unless noted otherwise.
@safe final class Transfer: @unchecked Sendable {
  typealias End = @Sendable (Result<Ended, FetchError>?) -> Void

  /// A response whose body was received completely.
  struct Ended: Sendable {
    let response: WebResponse
    /// The server's address; nil if it is unknown.
    let address: IPAddress?
  }

  let hop: Hop
  let policy: FetchPolicy
  private let receiver: any ResponseReceiver
  private let progress: Relay<FetchProgress>
  /// Called once, on the thread of the transfers; with nil after cancellation.
  let end: End
  /// Whether to end the transfer, or not to start it. Guarded by the lock of its loop.
  var isCancelled = false
  /// Called before a connection is opened to an address that isn't public.
  var connectsPrivately: () -> Void = {}

  /// When the transfer times out; nil before it is started.
  private(set) var deadline: ContinuousClock.Instant?
  private var head = ResponseHead()
  private var failure: FetchError?
  /// Whether the receiver wants no more of the body.
  private var isSatisfied = false

  init(
    _ hop: Hop, _ policy: FetchPolicy, _ receiver: any ResponseReceiver,
    progress: Relay<FetchProgress>,
    end: @escaping End
  ) {
    self.hop = hop
    self.policy = policy
    self.receiver = receiver
    self.progress = progress
    self.end = end
  }

  var refusesPrivateAddresses: Bool { hop.needsPublicAddress || policy.refusesPrivateAddresses }

  func mayConnect(to address: IPAddress) -> Bool {
    if policy.isPublic(address) { return true }
    if !refusesPrivateAddresses { connectsPrivately() }
    return !refusesPrivateAddresses
  }

  /// - Returns: false to abort the transfer.
  func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    attempt { () throws(FetchError) in
      guard head.size + line.count <= policy.maxHeaderBytes else {
        throw .headerTooLong(policy.maxHeaderBytes)
      }
      if unsafe head.append(line), let response = head.response(from: hop.url) {
        guard response.hasCoherentLength else { throw .protocolViolation }
        try receiver.begin(response)
        if response.isSuccess, let size = response.bodySize, size <= policy.maxBodyBytes {
          progress.update { $0.expectedBytes += size }
        }
      }
      return true
    }
  }

  /// - Returns: false to abort the transfer.
  func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    progress.update { $0.bytes += bytes.count }
    return attempt { () throws(FetchError) in
      isSatisfied = try unsafe !receiver.receive(bytes)
      return !isSatisfied
    }
  }

  func startClock() { deadline = ContinuousClock.now + policy.transferTimeout }

  func outcome(_ result: cweb_result) -> Result<Ended, FetchError> {
    if let failure { return .failure(failure) }
    let isComplete = unsafe result.outcome == .done || isSatisfied
    if isComplete, let response = head.response(from: hop.url) {
      return .success(Ended(response: response, address: unsafe IPAddress(of: result)))
    }
    return .failure(unsafe FetchError(result, policy, isRedirected: hop.needsPublicAddress))
  }

  private func attempt(_ body: () throws(FetchError) -> Bool) -> Bool {
    do throws(FetchError) {
      return try body()
    } catch {
      failure = error
      return false
    }
  }
}

extension IPAddress {
  fileprivate init?(of result: cweb_result) {
    let bytes = unsafe withUnsafeBytes(of: result.address) {
      unsafe Array($0.prefix(result.address_count))
    }
    self.init(bytes)
  }
}

extension FetchError {
  /// - Parameter isRedirected: whether a redirect led to the address.
  fileprivate init(_ result: cweb_result, _ policy: FetchPolicy, isRedirected: Bool) {
    self =
      switch unsafe result.outcome {
      case .noHost: .noSuchHost
      case .forbidden:
        isRedirected ? .redirect(.privateAddress) : .privateAddress
      case .unreachable: .unreachable
      case .lost: .connectionLost
      case .connectTimeout: .connectTimeout(policy.connectTimeout)
      case .tooSlow:
        .tooSlow(bytes: policy.lowSpeedBytes, seconds: policy.lowSpeedTime.wholeSeconds)
      case .certificate: .certificate(unsafe Self.reason(String(cString: result.message)))
      case .caFile: .authorities(policy.authorities ?? "")
      case .encoding: .damaged
      case .outOfMemory: .outOfMemory
      case .noDescriptors: .libraryFailure
      case .protocol, .done, .aborted: .protocolViolation
      }
  }

  /// The reason in libcurl's message, without its prefix: "SSL certificate problem: certificate has
  /// expired".
  private static func reason(_ message: String) -> String {
    let parts = message.split(separator: ": ", maxSplits: 1)
    return String(parts.last ?? "it has no valid certificate")
  }
}
