internal import ReactiveTraits
internal import SafeText

/// The server of a service, which answers with JSON.
package struct SearchServer: Sendable {
  /// The maximum size of an answer in bytes.
  private static let maxBytes = 4 << 20

  /// The host, with its port if the address has one.
  let host: String
  /// The address without a slash at the end.
  private let address: String
  private let fetcher: WebFetcher

  /// Nil if the address is not a URL of http or https.
  ///
  /// - Parameter fetcher: has a policy made by `forSearching`.
  package init?(at address: String, _ fetcher: WebFetcher) {
    guard var url = ExternalText.url(address), !url.contains("?"), !url.contains("#") else {
      return nil
    }
    while url.hasSuffix("/") { url.removeLast() }
    let parts = url.split(separator: "/")
    guard parts.count > 1 else { return nil }
    (self.address, host, self.fetcher) = (url, String(parts[1]), fetcher)
  }

  /// The server's answer to a request: one value, then finished; or a failure.
  ///
  /// - Parameter path: what follows the server's address, beginning with a slash.
  func answer(to path: String) -> Single<SearchAnswer, WebSearchError> {
    fetcher.bytes(at: address + path, headers: ["Accept: application/json"], limit: Self.maxBytes)
      .mapError { WebSearchError.fetch($0, host: host) }
      .map { response, bytes throws(WebSearchError) in
        let members = (try? JSONDocument(bytes))?.value.object
        guard response.status != 429 else { throw .limitReached(RateLimits(response)) }
        guard response.isSuccess else {
          throw .refused(
            status: response.status,
            reason: ExternalText.line(members?["detail"]?.text, maxCount: 100))
        }
        guard let members else { throw .notUnderstood }
        return SearchAnswer(members: members, response: response)
      }
  }
}

/// A service's answer: a JSON object.
struct SearchAnswer: Sendable {
  let members: [String: JSONValue]
  let response: WebResponse
}

extension FetchPolicy {
  /// This policy, adapted to requests to a service: one at a time, independent of other transfers,
  /// and not repeated once a limit is reached.
  package var forSearching: FetchPolicy {
    var policy = self
    policy.maxTransfersToHost = 1
    policy.isUrgent = true
    policy.maxRetryAfter = .zero
    return policy
  }
}
