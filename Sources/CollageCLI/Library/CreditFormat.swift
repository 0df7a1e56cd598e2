internal import ArgumentParser
internal import CollageKit
internal import PhotoSources

/// The formats of credits.
enum CreditFormat: String, CaseIterable, ExpressibleByArgument {
  case text, html, markdown

  /// All parts of a credit come from strangers, so each format escapes whatever it would take for
  /// markup.
  func lines(_ credits: [PhotoCredit]) -> [String] {
    switch self {
    case .text: credits.map(textLine)
    case .html: ["<ul>"] + credits.map { "<li>\(sentence($0))</li>" } + ["</ul>"]
    case .markdown: credits.map { "- \(sentence($0))" }
    }
  }

  /// "Lake" by Ann, CC BY 4.0 (https://...), https://...
  private func textLine(_ credit: PhotoCredit) -> String {
    let licence = credit.licence.map { name in
      escaped(name) + (credit.licenceURL.map { " (\(escaped($0)))" } ?? "")
    }
    let parts = [
      work(credit), licence ?? credit.licenceURL.map(escaped), credit.sourcePage.map(escaped),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The sentence with links: from the title to the photo's page, from the licence to its text.
  private func sentence(_ credit: PhotoCredit) -> String {
    let licence = (credit.licence ?? credit.licenceURL).map { link($0, to: credit.licenceURL) }
    return [work(credit), licence].compactMap(\.self).joined(separator: ", ")
  }

  private func work(_ credit: PhotoCredit) -> String {
    let title = credit.title ?? "untitled"
    let isLink = self != .text && credit.sourcePage.flatMap(Self.safeURL) != nil
    let quoted = isLink ? link(title, to: credit.sourcePage) : "\"\(escaped(title))\""
    return quoted + (credit.creator.map { " by \(escaped($0))" } ?? "")
  }

  private func link(_ text: String, to url: String?) -> String {
    guard self != .text, let url = url.flatMap(Self.safeURL) else { return escaped(text) }
    return self == .html
      ? "<a href=\"\(escaped(url))\">\(escaped(text))</a>" : "[\(escaped(text))](<\(url)>)"
  }

  private func escaped(_ text: String) -> String {
    let line = Array(text.utf8).displayed
    switch self {
    case .text: return line
    case .html:
      let entities: [Character: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
      ]
      return line.map { entities[$0] ?? String($0) }.joined()
    case .markdown:
      // Any ASCII punctuation may be escaped (CommonMark, section 2.4).
      return line.unicodeScalars.map { scalar in
        let isMark =
          scalar.isASCII && !scalar.properties.isAlphabetic && !(0x30...0x39).contains(scalar.value)
        return isMark && !" .,-".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
      }.joined()
    }
  }

  /// Nil unless it is a plain URL of http or https: a link must not run a script, and must end
  /// where it should.
  private static func safeURL(_ url: String) -> String? {
    let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
    return isWeb
      && url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"\\".utf8.contains($0) }
      ? url : nil
  }
}
