import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport

@testable import PhotoSources

/// A fetcher with short waits and a cache of its own.
struct FetchBench {
  let folder: TemporaryFolder
  var policy = FetchPolicy()

  init() throws {
    folder = try TemporaryFolder()
    policy.retryDelays = [.milliseconds(1), .milliseconds(2)]
    policy.connectTimeout = longestWait
  }

  /// The first bytes of a picture are all that a fetcher looks at.
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<1000).map { UInt8($0 % 251) }

  var cache: WebCache { WebCache(folder.path(of: "cache")) }

  func fetcher(_ mode: CacheMode = .normal, cache: WebCache? = nil) -> WebFetcher {
    WebFetcher(policy, cache: cache ?? self.cache, mode: mode)
  }

  /// The bytes of the picture at a URL.
  func bytes(_ url: String, _ mode: CacheMode = .normal) throws -> [UInt8] {
    try fetcher(mode).photo(at: url).wait().get().bytes()
  }

  /// Why there is no picture at a URL; nil when there is.
  func failure(_ url: String, _ mode: CacheMode = .normal) -> FetchError? {
    if case .failure(let error) = fetcher(mode).photo(at: url).wait() { error } else { nil }
  }

  /// What comes of these URLs, asked for at once.
  typealias Files = Single<[Result<DownloadedFile, FetchError>], Never>

  /// The files of the cache, by the folder they are in.
  func names(_ name: String) -> [String] {
    (try? folder.names(in: FilePath("cache/\(name)"))) ?? []
  }
}

extension DownloadedFile {
  /// All of it.
  func bytes() throws -> [UInt8] { try withExtendedLifetime(self) { try path.readFile() } }
}
