internal import ArgumentParser
internal import CollageTerminal
internal import PhotoSources

/// How to search the web for pictures.
struct SearchOptions: ParsableArguments {
  @Option(
    help: """
      The service to search the web with: openverse (api.openverse.org) or commons \
      (commons.wikimedia.org). The words are sent there, with $COLLAGE_CONTACT, an address where \
      commons can contact its users. Set other servers with $COLLAGE_OPENVERSE and \
      $COLLAGE_COMMONS.
      """)
  var service = SearchService.openverse

  @Option(
    help:
      "On the web, find any pictures, or only those licensed for commercial use or modification."
  )
  var licence = LicenceFilter.any

  /// The service, which also remembers the credits of its results.
  ///
  /// - Throws: when the address in the environment is invalid.
  func search(_ web: WebOptions, _ fetcher: WebFetcher) throws(CommandFailure)
    -> any WebSearchService
  {
    let fetcher = fetcher.with { policy in
      policy = policy.forSearching
      if let contact = Environment["COLLAGE_CONTACT"] {
        policy.userAgent += " (\(contact.filter { $0.isASCII && $0 >= " " && $0 != "\u{7F}" }))"
      }
    }
    let search = try service.search(fetcher).readable()
    return web.offline ? search.offline() : search.remembering(WebOptions.credits)
  }
}

/// A service that can be searched.
enum SearchService: String, CaseIterable, ExpressibleByArgument {
  case openverse, commons

  /// The address given by the environment; nil for the default one.
  var address: String? { Environment[variable] }

  private var variable: String { "COLLAGE_\(rawValue.uppercased())" }

  func search(_ fetcher: WebFetcher) throws(CommandFailure) -> any WebSearchService {
    func server(_ standardAddress: String) throws(CommandFailure) -> SearchServer {
      if let server = SearchServer(at: address ?? standardAddress, fetcher) { return server }
      throw CommandFailure(
        .usage, "$\(variable) is not an http or https URL; correct or unset it")
    }
    return switch self {
    case .openverse: OpenverseSearch(try server(OpenverseSearch.standardAddress))
    case .commons: CommonsSearch(try server(CommonsSearch.standardAddress))
    }
  }
}

extension LicenceFilter: ExpressibleByArgument {}
