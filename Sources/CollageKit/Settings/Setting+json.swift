internal import SafeText

extension Setting {
  /// The value in the options as a manifest has it; nil where it is the default.
  func json(_ options: Options) -> JSONValue? {
    guard let text = text(options), text != defaultText else { return nil }
    // Which kind of JSON value a form reads, only the form itself knows.
    let candidates: [JSONValue?] =
      form.isFlag ? [.bool(text == "on")] : [.text(text), Self.document(text), Self.document("[\(text)]")]
    return candidates.compactMap(\.self).first { value($0)?.text == text }
  }

  private static func document(_ text: String) -> JSONValue? { (try? JSONDocument(Array(text.utf8)))?.value }
}
