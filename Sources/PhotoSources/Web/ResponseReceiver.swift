/// Takes a response as it arrives, on the thread of the transfers.
protocol ResponseReceiver: AnyObject, Sendable {
  associatedtype Product: Sendable

  /// The head is complete. May be called once for each try.
  func begin(_ response: WebResponse) throws(FetchError)
  /// More of the body. False if no more of it is wanted: the response then counts as complete.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool
  /// The body is complete.
  ///
  /// - Parameter address: the server's; nil when that is unknown.
  func finish(from address: IPAddress?) throws(FetchError) -> Product
}

/// Receives a body into memory.
final class MemoryReceiver: ResponseReceiver, @unchecked Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []

  /// - Parameter limit: in bytes.
  init(limit: Int) { self.limit = limit }

  func begin(_ response: WebResponse) throws(FetchError) {}

  func receive(_ more: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool {
    guard more.count <= limit - bytes.count else { throw .tooLarge(limit: limit) }
    unsafe bytes.append(contentsOf: more)
    return true
  }

  func finish(from address: IPAddress?) throws(FetchError) -> [UInt8] { bytes }
}
