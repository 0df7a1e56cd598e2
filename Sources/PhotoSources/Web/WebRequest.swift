/// A request for something on the web: a GET.
package struct WebRequest: Hashable, Sendable {
  /// A URL of http or https; it may hold a user's name and password, which are sent to its own server only.
  package var url: String
  /// Further lines of the header, such as "Accept: application/json". Sent to the URL's own server only.
  package var headers: [String]

  package init(url: String, headers: [String] = []) {
    self.url = url
    self.headers = headers
  }
}
