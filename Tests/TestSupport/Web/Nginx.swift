import Glibc
package import SystemPackage

/// nginx from Debian's package on a free port of the loopback, with a folder of files; stopped when
/// it is released.
package final class Nginx: Sendable {
  /// Whether nginx and openssl are installed.
  package static let isInstalled =
    unsafe access("/usr/sbin/nginx", X_OK) == 0 && access("/usr/bin/openssl", X_OK) == 0
  package static let reason: String = "needs nginx and openssl: apt-get install nginx-light openssl"

  /// Its files are in "www".
  package let folder: TemporaryFolder
  package let port: UInt16
  /// For https.
  package let securePort: UInt16
  private let process: RunningProcess

  /// - Parameter locations: further directives of the server.
  package init(locations: String = "") throws {
    folder = try TemporaryFolder()
    for name in ["www", "tmp"] { try folder.makeFolder(FilePath(name)) }
    try Self.writeCertificate(in: folder)
    port = Self.freePorts()
    securePort = port + 1
    try folder.write(Self.configuration(folder, port, locations).utf8, to: "nginx.conf")
    process = try ChildProcess(
      "/usr/sbin/nginx", ["-p", folder.string, "-c", "nginx.conf", "-e", "error.log"],
      in: folder.path,
      timeLimit: .seconds(300)
    ).start()
    // It has bound its ports once it has written its process id.
    let folder = folder
    guard eventually({ (try? folder.read("nginx.pid"))?.isEmpty == false }) else {
      throw Errno.timedOut
    }
  }

  deinit {
    process.send(SIGTERM)
    _ = process.wait()
  }

  /// "http://127.0.0.1:1234/path".
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  package func secureURL(_ path: String, host: String = "localhost") -> String {
    "https://\(host):\(securePort)/\(path)"
  }

  /// The certificate to trust.
  package var authority: FilePath { folder.path(of: "certificate.pem") }

  /// A line for each request: method, path, status, bytes of the body.
  package var requests: [String] {
    // Requests are logged before another connection is answered.
    request("/logged")
    let log = (try? folder.read("access.log")) ?? []
    return String(decoding: log, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try folder.write(bytes, to: FilePath("www/\(name)"))
  }

  /// The first of two ports that nobody listens on, below those that the system chooses for
  /// connections.
  private static func freePorts() -> UInt16 {
    while true {
      let port = UInt16.random(in: 20_000..<32_000)
      if isFree(port), isFree(port + 1) { return port }
    }
  }

  private static func isFree(_ port: UInt16) -> Bool {
    unsafe withSocket(for: port) { socket, address, size in
      var yes: Int32 = 1
      unsafe setsockopt(
        socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      return unsafe bind(socket, address, size) == 0
    }
  }

  /// Asks for a path, and waits for the whole answer.
  private func request(_ path: String) {
    unsafe Self.withSocket(for: port) { socket, address, size in
      guard unsafe connect(socket, address, size) == 0 else { return }
      let request = "GET \(path) HTTP/1.0\r\n\r\n"
      _ = unsafe send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL))
      var byte: UInt8 = 0
      while unsafe recv(socket, &byte, 1, 0) > 0 {}
    }
  }

  /// Calls `body` with a socket and the address of a port of the loopback.
  private static func withSocket<Result>(
    for port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    unsafe inet_pton(AF_INET, "127.0.0.1", &place.sin_addr)
    return unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func writeCertificate(in folder: TemporaryFolder) throws {
    let outcome = try ChildProcess(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out",
        "certificate.pem",
      ], in: folder.path
    ).run()
    guard outcome.exitCode == 0 else { throw Errno.ioError }
  }

  private static func configuration(_ folder: TemporaryFolder, _ port: UInt16, _ locations: String)
    -> String
  {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path tmp;" }.joined(separator: " ")
    return """
      daemon off; master_process off; pid nginx.pid; error_log error.log;
      events { worker_connections 256; }
      http {
        log_format short "$request_method $request_uri $status $body_bytes_sent";
        access_log access.log short; \(temporary)
        types { image/jpeg jpg; image/png png; text/html html; }
        limit_req_zone $binary_remote_addr zone=slow:1m rate=20r/s;
        server {
          listen 127.0.0.1:\(port);
          listen 127.0.0.1:\(port + 1) ssl;
          ssl_certificate certificate.pem; ssl_certificate_key key.pem;
          root www;
          location = /logged { access_log off; return 204; }
          location /fresh/ { alias www/; add_header Cache-Control "max-age=1000"; }
          location /stale/ { alias www/; add_header Cache-Control "no-cache"; }
          location /private/ { alias www/; add_header Cache-Control "no-store"; }
          location /gzip/ { alias www/; gzip on; gzip_types image/png image/jpeg; gzip_min_length 1; }
          location /limited/ { alias www/; limit_req zone=slow; limit_req_status 429; }
          location /gone/ { return 410; }
          location /locked/ { alias www/; auth_basic "x"; auth_basic_user_file users; }
          location /away/ { return 302 /$arg_to; }
          location /moved/ { return 301 /$arg_to; }
          location /unencrypted/ { return 302 http://127.0.0.1:\(port)/$arg_to; }
          \(locations)
        }
      }

      """
  }
}
