internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoSources
internal import SystemPackage

/// How to fetch photos from the web.
struct WebOptions: ParsableArguments {
  @Flag(help: "Use only the cache; fetch nothing.")
  var offline = false

  @Flag(help: "Check with the servers even for photos that are still fresh in the cache.")
  var refresh = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum download per photo, such as 200M; 64M by default.",
      valueName: "bytes"),
    transform: ByteCount.argument)
  var maxDownload: ByteCount?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum size of the cache for photos from the web; 1G by default.", valueName: "bytes"),
    transform: ByteCount.argument)
  var webCache: ByteCount?

  @Option(
    help: ArgumentHelp(
      "Trust the certificates in this file instead of the system's. Proxy settings in the "
        + "environment are ignored.",
      valueName: "file"))
  var caFile: RawPath?

  func validate() throws {
    if offline, refresh {
      throw ValidationError("--offline and --refresh can't be combined; leave one out")
    }
  }

  /// - Parameters:
  ///   - fetcher: nil to create a new one.
  ///   - refusesPrivateAddresses: whether only public addresses may be connected to.
  ///   - maxBytesAhead: how much may be fetched ahead, in bytes.
  func photos(
    _ fetcher: WebFetcher? = nil, refusesPrivateAddresses: Bool = false, maxBytesAhead: Int = .max
  ) -> WebPhotos {
    let fetcher = (fetcher ?? self.fetcher).with {
      $0.refusesPrivateAddresses = refusesPrivateAddresses
    }
    return WebPhotos(fetcher, maxBytesAhead: min(maxBytesAhead, limit), credits: Self.credits)
  }

  /// A new fetcher. A run must have only one, because that holds the limits on transfers and on the
  /// cache.
  var fetcher: WebFetcher {
    let mode: CacheMode = offline ? .offline : refresh ? .refresh : .normal
    return WebFetcher(
      policy, cache: Self.cacheFolder.map { WebCache($0, limit: limit) }, mode: mode)
  }

  private var policy: FetchPolicy {
    var policy = FetchPolicy()
    policy.userAgent = "collage/\(Version.current)"
    policy.authorities = caFile?.path
    if let folder = Environment["TMPDIR"], !folder.isEmpty {
      policy.temporaryFolder = FilePath(folder)
    }
    if let maxDownload { policy.maxBodyBytes = maxDownload.bytes }
    return policy
  }

  private var limit: Int { webCache?.bytes ?? 1 << 30 }

  /// The credits of pictures that searches have found; nil if the user has no folder for them.
  static var credits: CreditStore? { cacheFolder.map { CreditStore($0) } }

  /// Nil if the user has no folder for it.
  static var cacheFolder: FilePath? { UserFolders.cache?.appending("collage").appending("web") }
}

/// How to fetch photos whose URLs may come from strangers: those in a manifest or a saved collage.
struct UntrustedWebOptions: ParsableArguments {
  @OptionGroup var common: WebOptions

  @Flag(
    help: """
      Also fetch the photos of a manifest or a saved collage from private addresses and from \
      this machine.
      """
  )
  var allowPrivateAddresses = false

  /// - Parameters:
  ///   - fetcher: nil to create a new one.
  ///   - maxBytesAhead: how much may be fetched ahead, in bytes.
  func photos(_ fetcher: WebFetcher? = nil, maxBytesAhead: Int = .max) -> WebPhotos {
    common.photos(
      fetcher, refusesPrivateAddresses: !allowPrivateAddresses, maxBytesAhead: maxBytesAhead)
  }
}
