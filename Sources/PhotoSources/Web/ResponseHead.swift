internal import SafeText
internal import SystemPackage

/// The lines of a response's header as they arrive. A later response, such as one after "100
/// Continue", replaces the previous one.
struct ResponseHead {
  /// The size of the headers of all responses so far, in bytes.
  private(set) var size = 0
  private var status = 0
  private var headers: [String: String] = [:]
  private var isComplete = false

  /// - Parameter line: including its line break.
  /// - Returns: whether it was the end of the final response's header.
  mutating func append(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    size += line.count
    let text = unsafe String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if text.hasPrefix("HTTP/"), !isComplete {
      (status, headers) = (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0, [:])
      return false
    }
    // Lines after the body are ignored.
    guard !isComplete else { return false }
    if text.isEmpty {
      isComplete = status >= 200
      return isComplete
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let (name, value) = (
      text[..<colon].lowercased(), text[text.utf8.index(after: colon)...].trimmed
    )
    headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    return false
  }

  /// The response; nil until the header is complete.
  func response(from url: WebURL) -> WebResponse? {
    isComplete ? WebResponse(status: status, headers: headers, url: url.text) : nil
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = utf8.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(Substring(rest))
  }
}

extension Duration {
  var wholeSeconds: Int { Int(components.seconds) }

  var milliseconds: Int { Int(self / .milliseconds(1)) }
}

extension FilePath {
  /// The path for a message.
  var displayedOnOneLine: String { TerminalText.escaped(string.utf8) }
}
