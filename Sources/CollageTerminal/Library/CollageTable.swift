package import CollageKit
internal import Glibc
internal import LineEditing
internal import TerminalPictures

/// Saved collages as a table that fits a terminal's window.
package struct CollageTable {
  /// A column with its heading and what it shows of each collage.
  private struct Column: Sendable {
    let heading: String
    let isNumber: Bool
    /// A narrow window leaves out those with the highest ranks.
    let rank: Int
    let text: @Sendable (CollageEntry) -> String
  }

  /// The space between two columns.
  private static let gap = 2
  /// Narrower ones show too little of a title.
  private static let minNameColumns = 20

  private let style: TerminalStyle
  private let columns: Int

  /// - Parameter columns: of the window; nil for that of standard output.
  package init(columns: Int? = nil) {
    style = TerminalStyle(TerminalCapabilities(environment: Environment.all))
    self.columns = columns ?? Self.windowColumns
  }

  /// The heading, and a row for each collage.
  package func rows(of entries: [CollageEntry]) -> [String] {
    let name = { (entry: CollageEntry) in Self.name(of: entry) }
    let nameWidth = max(width(of: "COLLAGE", entries.lazy.map(name)), 7)
    let cells = shownColumns(entries, beside: nameWidth)
    let rest = cells.reduce(0) { $0 + $1.width + Self.gap }
    let room = max(min(nameWidth, columns - 1 - rest), 1)
    func row(_ entry: CollageEntry?) -> String {
      let named = style.cut(entry.map(name) ?? "COLLAGE", columns: room + 1)
      var texts = cells.map { column, width in
        let text = entry.map(column.text) ?? column.heading
        return column.isNumber ? Self.blanks(width - text.count) + text : text.padded(to: width)
      }
      let blanks = Self.blanks(room - DisplayWidth.columns(of: named))
      // The id comes first, as in other tools.
      texts.insert(named + blanks, at: min(1, texts.count))
      let gap = Self.blanks(Self.gap)
      return String(texts.joined(separator: gap).reversed().drop { $0 == " " }.reversed())
    }
    let heading = row(nil)
    return [style.hasAttributes ? TerminalStyle.dim(heading) : heading] + entries.map(row)
  }

  /// As many columns as leave room for the names, with their widths.
  private func shownColumns(
    _ entries: [CollageEntry], beside nameWidth: Int
  ) -> [(column: Column, width: Int)] {
    let all = Self.all.map { column in
      (column: column, width: width(of: column.heading, entries.lazy.map(column.text)))
    }
    var left = columns - 1 - min(nameWidth, Self.minNameColumns)
    let ranks = all.sorted { $0.column.rank < $1.column.rank }.prefix { cell in
      left -= cell.width + Self.gap
      // The id is what other commands need.
      return left >= 0 || cell.column.rank == 1
    }.map(\.column.rank)
    return all.filter { ranks.contains($0.column.rank) }
  }

  private func width(of heading: String, _ texts: some Sequence<String>) -> Int {
    texts.reduce(heading.count) { max($0, DisplayWidth.columns(of: $1)) }
  }

  private static let all = [
    Column(heading: "ID", isNumber: false, rank: 1) { LibraryTexts.shortID($0.listed.asset) },
    Column(heading: "PHOTOS", isNumber: true, rank: 5) {
      $0.summary.map { "\($0.photos.count)" } ?? ""
    },
    Column(heading: "PIXELS", isNumber: false, rank: 4) {
      $0.summary.map { "\($0.canvas)" } ?? ""
    },
    Column(heading: "SIZE", isNumber: true, rank: 3) { $0.listed.bytes.asBytes },
    Column(heading: "SAVED", isNumber: false, rank: 2) { $0.listed.dateText },
  ]

  /// The title with the photos' names behind it.
  private static func name(of entry: CollageEntry) -> String {
    guard let summary = entry.summary, summary.title != nil else {
      return LibraryTexts.name(of: entry)
    }
    return "\(LibraryTexts.name(of: entry)): \(LibraryTexts.names(of: summary))"
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }

  private static var windowColumns: Int {
    var window = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return 80
    }
    return Int(window.ws_col)
  }
}
