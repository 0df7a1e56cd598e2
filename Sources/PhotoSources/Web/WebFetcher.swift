internal import Glibc
package import ReactiveTraits

/// Fetches from the web, within the limits of a `FetchPolicy`.
///
/// Everything it returns is cold: each subscription is a request. Cancelling aborts the transfer at
/// once and leaves nothing on the disk. It works on a thread of its own and on the background
/// queue, where results are delivered. Transfers beyond the limits of the policy wait, in order.
///
/// A request that fails because a connection broke, or with the status 429 or one from 500, is
/// tried again according to the policy.
package final class WebFetcher: Sendable {
  private let policy: FetchPolicy
  private let cache: WebCache?
  private let mode: CacheMode
  private let timers: any TimerScheduler
  private let loop: TransferLoop
  private let relay = Relay(FetchProgress())

  /// - Parameter cache: nil to store nothing.
  package convenience init(
    _ policy: FetchPolicy = FetchPolicy(), cache: WebCache? = nil, mode: CacheMode = .normal,
    timers: any TimerScheduler = SystemTimers()
  ) {
    self.init(policy, cache, mode, timers, TransferLoop())
  }

  private init(
    _ policy: FetchPolicy, _ cache: WebCache?, _ mode: CacheMode, _ timers: any TimerScheduler,
    _ loop: TransferLoop
  ) {
    self.policy = policy
    self.cache = cache
    self.mode = mode
    self.timers = timers
    self.loop = loop
  }

  /// A fetcher with another policy and its own progress. Both share the limits on transfers, the
  /// connections and the cache.
  package func with(_ change: (inout FetchPolicy) -> Void) -> WebFetcher {
    var policy = policy
    change(&policy)
    return WebFetcher(policy, cache, mode, timers, loop)
  }

  /// The progress on subscription, then after each change; never fails or finishes. Arrives on any
  /// thread.
  package var progress: RelayStream<FetchProgress> { relay.publisher }

  /// The response to a GET after all redirects, with its body in memory; or a failure. For short
  /// answers to programs; doesn't use the cache.
  ///
  /// A status of 429, or one from 500, after the last try is delivered as a value, too, without the
  /// body.
  ///
  /// - Parameters:
  ///   - headers: see `Hop`.
  ///   - limit: the maximum size of the body in bytes; more is `tooLarge`.
  func bytes(
    at url: String, headers: [String] = [], limit: Int = 4 << 20
  ) -> Single<(WebResponse, [UInt8]), FetchError> {
    following(url, headers) { [self] hop in
      transfer(hop) { MemoryReceiver(limit: limit) }
    }.catch { error in
      if case .status(let response) = error { .just((response, [])) } else { .fail(error) }
    }
  }

  /// The picture at a URL, in a file; or a failure, also for a response that isn't successful, and
  /// for a body that isn't a photo, of which only the first bytes are received. Uses the cache.
  package func photo(at url: String) -> Single<DownloadedFile, FetchError> {
    following(url, ["Accept: image/jpeg, image/png, image/*;q=0.5"]) { [self] hop in
      fileReply(to: hop, cache?.response(for: hop.key))
    }
    .map { response, file throws(FetchError) in
      guard let file, response.isSuccess else { throw .status(response) }
      guard file.isPicture else { throw .notAPicture }
      return file
    }
  }

  func update(_ body: (inout FetchProgress) -> Void) { relay.update { body(&$0) } }

  // MARK: Redirects

  /// The response to a request after all redirects.
  ///
  /// - Parameter exchange: makes one of the requests; called on the background queue, so it may
  ///   read files.
  private func following<Product: Sendable>(
    _ url: String, _ headers: [String],
    _ exchange: @escaping @Sendable (Hop) -> Single<Reply<Product>, FetchError>
  ) -> Single<(WebResponse, Product), FetchError> {
    followed(.work { _ throws(FetchError) in try Hop(url, headers: headers) }, exchange)
      .ending(on: .background)
      .working(on: .background)
  }

  private func followed<Product: Sendable>(
    _ hop: Single<Hop, FetchError>,
    _ exchange: @escaping @Sendable (Hop) -> Single<Reply<Product>, FetchError>
  ) -> Single<(WebResponse, Product), FetchError> {
    hop.flatMap { [self] hop in
      exchange(hop).flatMap { [self] reply in
        guard let target = reply.response.redirectTarget else {
          return .just((reply.response, reply.product))
        }
        let next = Single<Hop, FetchError>.work { [policy] _ throws(FetchError) in
          try hop.next(target, isPublic: reply.isPublic, maxRedirects: policy.maxRedirects)
        }
        return followed(next, exchange)
      }
    }
  }

  // MARK: The cache

  private func fileReply(to hop: Hop, _ found: WebCache.Found?) -> Single<
    Reply<DownloadedFile?>, FetchError
  > {
    if let found, mode == .offline || (mode == .normal && found.response.isFresh(at: time(nil))) {
      return .work { [self] _ throws(FetchError) in try reply(found, hop) }
    }
    guard mode != .offline else { return .fail(.notCached) }
    var asking = hop
    asking.headers += found?.response.validators ?? []
    return transfer(asking) { [policy, cache] in FileReceiver(policy, cache, hop.key) }
      .map { [self] answer throws(FetchError) in
        guard answer.response.status == 304, var found else { return answer }
        found.response.update(from: answer.response, received: time(nil))
        cache?.write(found.response, for: hop.key)
        return try reply(found, hop)
      }
  }

  /// The stored response, unless it came from an address that this request may not reach.
  private func reply(_ found: WebCache.Found, _ hop: Hop) throws(FetchError) -> Reply<
    DownloadedFile?
  > {
    guard found.response.isPublic || !hop.needsPublicAddress else {
      throw .redirect(.privateAddress)
    }
    guard found.response.isPublic || !policy.refusesPrivateAddresses else { throw .privateAddress }
    return Reply(
      response: found.response.response(from: hop.url), product: found.file,
      isPublic: found.response.isPublic)
  }

  // MARK: Transfers

  /// One exchange with a server, including further tries.
  ///
  /// - Parameter receiver: makes a receiver for each try.
  private func transfer<Receiver: ResponseReceiver>(
    _ hop: Hop, _ receiver: @escaping @Sendable () -> Receiver
  ) -> Single<Reply<Receiver.Product>, FetchError> {
    Single.create { [self] cancellation, end in
      let receiver = receiver()
      let transfer = Transfer(hop, policy, receiver, progress: relay) { [policy] result in
        if case .success = result {} else { receiver.discard() }
        end(
          result?.flatMap { ended in
            Result { () throws(FetchError) in
              Reply(
                response: ended.response, product: try receiver.finish(from: ended.address),
                isPublic: ended.address.map(policy.isPublic) ?? true)
            }
          })
      }
      cancellation.onCancel { [loop] in loop.cancel(transfer) }
      loop.start(transfer)
    }
    .map { [policy] reply throws(FetchError) in
      guard reply.isPublic || !policy.refusesPrivateAddresses else { throw .privateAddress }
      let failure = FetchError.status(reply.response)
      if failure.isTransient { throw failure }
      return reply
    }
    .retry(on: timers) { [policy] failure, tries in policy.delay(after: failure, tries) }
  }
}

/// The answer of a server or of the cache.
private struct Reply<Product: Sendable>: Sendable {
  let response: WebResponse
  let product: Product
  /// Whether the server's address was public.
  let isPublic: Bool
}

/// One request in a chain of redirects.
struct Hop: Sendable {
  /// The complete URL. A user name and password in it are sent to its own server only.
  let url: WebURL
  /// Additional header lines, such as "Accept: application/json". They are sent to the URL's own
  /// server only.
  var headers: [String]
  let key: CacheKey
  /// Whether the address must be public, even if the policy allows others.
  private(set) var needsPublicAddress = false
  private var redirects = 0

  /// - Parameter url: of http or https.
  init(_ url: String, headers: [String] = []) throws(FetchError) {
    self.init(try WebURL(url), headers)
  }

  private init(_ url: WebURL, _ headers: [String]) {
    self.url = url
    self.headers = headers
    key = CacheKey(url, headers: headers)
  }

  /// The request that a redirect asks for.
  ///
  /// - Parameter isPublic: whether the redirect came from a public address.
  func next(_ target: String, isPublic: Bool, maxRedirects: Int) throws(FetchError) -> Hop {
    guard redirects < maxRedirects else { throw .redirect(.tooMany(maxRedirects)) }
    let url = try url.target(target)
    var headers = headers
    // Header lines for one server are not sent to another.
    if !url.hasSameServer(as: self.url) {
      headers.removeAll { !$0.lowercased().hasPrefix("accept:") }
    }
    var next = Hop(url, headers)
    next.needsPublicAddress = needsPublicAddress || isPublic
    next.redirects = redirects + 1
    return next
  }
}

extension FetchPolicy {
  /// How long to wait before the next try; nil if there is none.
  fileprivate func delay(after failure: FetchError, _ tries: Int) -> Duration? {
    guard failure.isTransient, tries <= retryDelays.count else { return nil }
    guard case .status(let response) = failure, let asked = response.retryAfter else {
      return retryDelays[tries - 1]
    }
    return asked <= maxRetryAfter ? max(asked, retryDelays[tries - 1]) : nil
  }
}
