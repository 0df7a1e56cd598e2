/// Where a service is, without a slash at the end.
struct ServiceAddress: Sendable {
  let text: String
  /// With its port where it is given.
  let host: String

  /// Nil for what is not an http or https URL.
  init?(_ text: String) {
    guard var url = ExternalText.url(text), !url.contains("?"), !url.contains("#") else { return nil }
    while url.hasSuffix("/") { url.removeLast() }
    let parts = url.split(separator: "/")
    guard parts.count > 1 else { return nil }
    self.text = url
    host = String(parts[1])
  }
}
