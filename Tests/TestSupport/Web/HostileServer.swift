import Glibc
import Synchronization

/// A server on the loopback that answers each connection as a test says, with any bytes, and
/// records the requests.
///
/// It uses a thread for each connection, and ends when it is released.
package final class HostileServer: Sendable {
  /// A connection, for the code that answers it.
  package struct Connection: ~Copyable {
    fileprivate let socket: Int32

    /// False when the client has closed it.
    @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Waits for a further request; false when the client closes the connection instead.
    package func readRequest() -> Bool { HostileServer.head(from: socket, isWhole: true) != nil }

    /// Waits until the client closes the connection.
    package func waitForClose() {
      var byte: UInt8 = 0
      while unsafe recv(socket, &byte, 1, 0) > 0 {}
    }

    /// Makes closing the connection a reset.
    package func resetOnClose() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// A whole response.
    package func respond(_ status: String = "200 OK", _ headers: [String] = [], body: [UInt8] = [])
    {
      let lines =
        ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + headers
      send(lines.map { $0 + "\r\n" }.joined() + "\r\n")
      send(body)
    }
  }

  /// Answers a request, which is given with its number, from 0, and its first line and header.
  package typealias Answer = @Sendable (borrowing Connection, Int, String) -> Void

  private let listener: Int32
  package let port: UInt16
  private let answer: Answer
  private let readsHead: Bool
  private let received = Mutex<[String]>([])

  /// - Parameters:
  ///   - address: the loopback address to listen on.
  ///   - readsHead: whether a request and its header are read before the answer; if not, only their
  ///     first byte.
  package init(on address: String = "127.0.0.1", readsHead: Bool = true, answer: @escaping Answer)
    throws
  {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    unsafe inet_pton(AF_INET, address, &place.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    precondition(isBound, "no port of the loopback is free")
    self.listener = listener
    self.answer = answer
    self.readsHead = readsHead
    port = UInt16(bigEndian: place.sin_port)
    Self.run { [weak self] in
      // Closed only here: anywhere else, its number could belong to another server before the next
      // `accept`.
      defer { close(listener) }
      while true {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { return }
        Self.run { [weak self] in
          if let self { self.serve(socket) } else { Self.end(socket) }
        }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// The first lines and headers of all requests so far.
  package var requests: [String] { received.withLock { $0 } }

  /// "http://127.0.0.1:1234/path".
  package func url(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)/\(path)"
  }

  private func serve(_ socket: Int32) {
    defer { Self.end(socket) }
    guard let text = Self.head(from: socket, isWhole: readsHead) else { return }
    let number = received.withLock { requests in
      requests.append(text)
      return requests.count - 1
    }
    answer(Connection(socket: socket), number, text)
  }

  /// A request's first line and header, or only its first byte.
  private static func head(from socket: Int32, isWhole: Bool) -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    repeat {
      guard unsafe recv(socket, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    } while isWhole && !head.suffix(4).elementsEqual([13, 10, 13, 10])
    return String(decoding: head, as: UTF8.self)
  }

  private static func end(_ socket: Int32) { close(socket) }

  private static func run(_ body: @escaping @Sendable () -> Void) {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { argument in
        unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    pthread_detach(thread)
  }
}
