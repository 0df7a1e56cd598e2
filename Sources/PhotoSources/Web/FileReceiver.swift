internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// Receives the body of a successful response, a picture, into a file, and drops any other body.
final class FileReceiver: ResponseReceiver, @unchecked Sendable {
  /// How much of an unsuccessful response's body is read, in bytes, so that the connection can be
  /// kept.
  private static let maxDroppedBytes = 64 << 10

  private let policy: FetchPolicy
  private let cache: WebCache?
  private let key: CacheKey
  private var response: WebResponse?
  private var file: IncomingFile?
  private var firstBytes: [UInt8] = []
  private var dropped = 0

  /// - Parameter cache: stores the response under `key`, if it may be stored; nil for no cache.
  init(_ policy: FetchPolicy, _ cache: WebCache?, _ key: CacheKey) {
    self.policy = policy
    self.cache = cache
    self.key = key
  }

  func begin(_ response: WebResponse) throws(FetchError) {
    self.response = response
    guard response.isSuccess else { return }
    if let size = response.bodySize, size > policy.maxBodyBytes {
      throw .tooLarge(limit: policy.maxBodyBytes)
    }
    file = try IncomingFile.create(in: cache, or: policy.temporaryFolder)
  }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool {
    guard file != nil else {
      dropped += bytes.count
      return dropped <= Self.maxDroppedBytes
    }
    if firstBytes.count < PhotoFormat.shortSignatureLength {
      unsafe firstBytes.append(
        contentsOf: bytes.prefix(PhotoFormat.shortSignatureLength - firstBytes.count))
      guard PhotoFormat.mayBegin(with: firstBytes) else { throw .notAPicture }
      if firstBytes.count == PhotoFormat.shortSignatureLength { try checkFirstBytes() }
    }
    guard bytes.count <= policy.maxBodyBytes - (file?.size ?? 0) else {
      throw .tooLarge(limit: policy.maxBodyBytes)
    }
    try unsafe file?.append(bytes)
    return true
  }

  /// The file; nil if the response was not successful.
  func finish(from address: IPAddress?) throws(FetchError) -> DownloadedFile? {
    guard let response else { return nil }
    let stored = StoredResponse(
      response, received: time(nil), isPublic: address.map(policy.isPublic) ?? true)
    guard let received = file.take() else {
      cache?.store(stored, for: key)
      return nil
    }
    try checkFirstBytes()
    return received.finish { name, digest, size in
      cache?.store(stored, body: name, digest, size: size, for: key) ?? false
    }
  }

  func discard() { file = nil }

  private func checkFirstBytes() throws(FetchError) {
    guard PhotoFormat(firstBytes: firstBytes) != nil else { throw .notAPicture }
  }
}
