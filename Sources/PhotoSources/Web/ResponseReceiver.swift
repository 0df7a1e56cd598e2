/// Takes a response as it arrives, on the thread of the transfers.
protocol ResponseReceiver: AnyObject, Sendable {
  associatedtype Product: Sendable

  /// Called when the header is complete, and again for each further try.
  func begin(_ response: WebResponse) throws(FetchError)
  /// Called with more of the body. Returns false if no more is wanted; the response then counts as
  /// complete.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool
  /// Called when the body is complete.
  ///
  /// - Parameter address: the server's; nil if it is unknown.
  func finish(from address: IPAddress?) throws(FetchError) -> Product
  /// Called when the response won't be completed. Nothing of it may be left when this returns.
  func discard()
}

/// Receives a body into memory.
final class MemoryReceiver: ResponseReceiver, @unchecked Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []

  /// - Parameter limit: the maximum size of the body in bytes.
  init(limit: Int) { self.limit = limit }

  func begin(_ response: WebResponse) throws(FetchError) {}

  func receive(_ more: UnsafeBufferPointer<UInt8>) throws(FetchError) -> Bool {
    guard more.count <= limit - bytes.count else { throw .tooLarge(limit: limit) }
    unsafe bytes.append(contentsOf: more)
    return true
  }

  func finish(from address: IPAddress?) throws(FetchError) -> [UInt8] { bytes }

  func discard() { bytes = [] }
}
