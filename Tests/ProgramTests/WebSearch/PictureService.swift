import ProgramTestSupport
import TestSupport

/// Openverse and Wikimedia Commons on the loopback, with pictures that can be fetched.
///
/// What is searched for decides the answer: "nothing", "limit", "broken", else pictures; "many" has
/// two pages.
final class PictureService: Sendable {
  let server: HostileServer

  init() throws {
    server = try HostileServer { connection, _, request in
      let target = request.split(separator: " ")[1]
      let host = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host: ") }!
        .dropFirst(6)
      Self.answer(String(target), base: "http://\(host)/", connection)
    }
  }

  var address: String { String(server.url("").dropLast()) }
  var environment: [String: String] {
    ["COLLAGE_OPENVERSE": address, "COLLAGE_COMMONS": address + "/"]
  }

  /// The searches so far.
  var searches: [String] {
    server.requests.map { String($0.split(separator: " ")[1]) }.filter { $0.contains("?") }
  }

  func url(_ name: String) -> String { server.url("\(name).jpg") }

  static let pictures: [SearchAnswers.Picture] = [
    .init("Lake", licence: "by-sa", creator: "Ann <i> [x](y)"), .init("Sea", licence: "by-nc"),
    .init("Drawing", type: "svg"),
  ]

  private static func answer(
    _ target: String, base: String, _ connection: borrowing HostileServer.Connection
  ) {
    let isOpenverse = target.hasPrefix("/v1/images/?")
    guard isOpenverse || target.hasPrefix("/w/api.php?") else {
      let isSea = target.contains("Sea")
      return connection.respond(
        headers: ["Content-Type: image/jpeg", "Cache-Control: max-age=1000"],
        body: Workplace.photos[isSea ? 1 : 0])
    }
    if target.contains("=limit") {
      return connection.respond(
        "429 Too Many Requests", SearchAnswers.limits(burst: 0, sustained: 9) + ["Retry-After: 52"])
    }
    if target.contains("=broken") { return connection.respond(body: Array("<html>".utf8)) }
    if target.contains("=many") {
      let first = target.contains("page=1&")
      let pictures = (first ? 1...20 : 21...25).map { SearchAnswers.Picture("Photo\($0)") }
      let body = SearchAnswers.openverse(
        pictures, page: first ? 1 : 2, pages: 2, total: 25, base: base)
      return connection.respond(body: body)
    }
    let found = target.contains("=nothing") ? [] : pictures
    connection.respond(
      headers: isOpenverse ? SearchAnswers.limits(burst: 19, sustained: 199) : [],
      body: isOpenverse
        ? SearchAnswers.openverse(found, base: base) : SearchAnswers.commons(found, base: base))
  }
}

extension HostileServer.Connection {
  borrowing func respond(headers: [String], body: [UInt8]) {
    respond("200 OK", headers, body: body)
  }
}
