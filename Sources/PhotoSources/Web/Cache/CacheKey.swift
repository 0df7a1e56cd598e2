internal import PhotoCodecs
internal import SystemPackage

/// The name of a response in the cache: a hash, so that it reveals nothing about the URL.
struct CacheKey: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  let name: FilePath.Component

  /// - Parameter headers: the request's header lines, because the response may depend on them.
  init(_ url: WebURL, headers: [String]) {
    var hash = SHA256()
    for text in [url.text] + headers { hash.update(Array("\(text.utf8.count):\(text)".utf8)) }
    name = Digest(hash).fileName
  }
}
