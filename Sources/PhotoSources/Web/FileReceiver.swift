internal import PhotoCodecs
internal import SystemPackage

/// Receives the picture that a successful response brings into a file, and drops the body of any other response.
final class FileReceiver: ResponseReceiver, @unchecked Sendable {
  /// What is received of an unsuccessful response's body, to keep the connection; in bytes.
  private static let maxDroppedBytes = 64 << 10

  /// A place in a cache.
  struct Store: Sendable {
    /// Nil for no cache.
    let cache: WebCache?
    let key: CacheKey
    /// When the request was sent, in seconds since 1970.
    let requested: Int
    let isPublic: @Sendable (IPAddress) -> Bool
    /// Of `FetchPolicy`.
    let temporaryFolder: FilePath
  }

  private let limit: Int
  private let store: Store
  private var response: WebResponse?
  private var file: IncomingFile?
  private var firstBytes: [UInt8] = []
  private var dropped = 0

  /// - Parameters:
  ///   - limit: of the body's size, in bytes.
  ///   - store: where the response is stored if it may be.
  init(limit: Int, store: Store) {
    self.limit = limit
    self.store = store
  }

  func begin(_ response: WebResponse) throws(FetchError) {
    self.response = response
    guard response.isSuccess else { return }
    if let size = response.bodySize, size > limit { throw .tooLarge(limit: limit) }
    file = try IncomingFile.create(in: store.cache, or: store.temporaryFolder)
  }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool {
    guard file != nil else {
      dropped += bytes.count
      return dropped <= Self.maxDroppedBytes
    }
    if firstBytes.count < PhotoFormat.shortSignatureLength {
      unsafe firstBytes.append(contentsOf: bytes.prefix(PhotoFormat.shortSignatureLength - firstBytes.count))
      guard PhotoFormat.mayBegin(with: firstBytes) else { throw .notAPicture }
      if firstBytes.count == PhotoFormat.shortSignatureLength { try checkFirstBytes() }
    }
    guard bytes.count <= limit - (file?.size ?? 0) else { throw .tooLarge(limit: limit) }
    try unsafe file?.append(bytes)
    return true
  }

  /// The file; nil for a response without success.
  func finish(from address: IPAddress?) throws(FetchError) -> DownloadedFile? {
    guard let response else { return nil }
    let stored = StoredResponse(
      response, requested: store.requested, received: HTTPDate.now,
      isPublic: address.map(store.isPublic) ?? true)
    guard let received = file.take() else {
      store.cache?.store(stored, for: store.key)
      return nil
    }
    try checkFirstBytes()
    return received.finish { [store] name, digest, size in
      store.cache?.store(stored, body: name, digest, size: size, for: store.key) ?? false
    }
  }

  func discard() { file = nil }

  private func checkFirstBytes() throws(FetchError) {
    guard PhotoFormat(firstBytes: firstBytes) != nil else { throw .notAPicture }
  }
}
