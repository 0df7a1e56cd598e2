internal import LineEditing

/// The first row of a list's window: what is searched for, and at its right what is said of that.
struct SearchLine {
  private static let label = "search: "
  /// The search has at least so many columns, and so many are left free behind it.
  private static let minTermColumns = 8
  private static let gap = 3
  /// As long as the search needs no more than these, the rest of the row is for the status and the
  /// path; else they have half of it.
  private static let usualTermColumns = 16
  /// A path that is cut to fewer columns isn't shown.
  private static let minPathColumns = 8
  /// A shorter status makes room for the last name of a path up to so many columns.
  private static let maxNameColumns = 16
  /// In a narrower window the status is more important than the path.
  private static let minColumnsForName = 60

  private let term: [UInt8]
  private let status: String
  private let columns: Int
  private let style: TerminalStyle
  /// The path, of which the end is shown if not all of it fits.
  private let path: String

  /// The columns that the status and the path may take together.
  private let sideColumns: Int

  /// - Parameters:
  ///   - status: dim, at the right.
  ///   - shorter: what takes its place where there is no room for it and the last name of the path,
  ///     the longest first.
  ///   - path: behind it, where there is room.
  ///   - columns: of the window.
  init(
    _ term: [UInt8], status: String, shorter: [String] = [], path: String = "", columns: Int,
    _ style: TerminalStyle
  ) {
    self.term = term
    self.columns = columns
    self.style = style
    let shown = DisplayWidth.columns(of: VisibleForm.of(LosslessText.text(of: term)))
    sideColumns = max(
      columns / 2, columns - Self.label.count - Self.gap - max(shown, Self.usualTermColumns))
    let name = "\(style.end)/\(path.split(separator: "/").last ?? "")"
    let nameColumns = min(
      DisplayWidth.columns(of: path), DisplayWidth.columns(of: name), Self.maxNameColumns)
    let left = sideColumns - nameColumns
    let statuses = [status] + (columns < Self.minColumnsForName ? [] : shorter)
    let fitting = statuses.first { DisplayWidth.columns(of: $0) <= left }
    self.status = fitting ?? statuses[statuses.count - 1]
    let room = max(sideColumns - DisplayWidth.columns(of: self.status), 0)
    if DisplayWidth.columns(of: path) <= room {
      self.path = path
    } else if room < Self.minPathColumns {
      self.path = ""
    } else {
      self.path = style.end + DisplayWidth.suffix(of: path, fitting: room - style.end.count)
    }
  }

  private var pathColumn: Int { columns - DisplayWidth.columns(of: path) }

  func draw(in content: inout WindowContent) {
    let statusWidth = min(DisplayWidth.columns(of: status), sideColumns)
    let end = pathColumn - statusWidth
    let start = Self.label.count
    let room = max(end - start - Self.gap, Self.minTermColumns)
    let shown = DisplayWidth.suffix(of: VisibleForm.of(LosslessText.text(of: term)), fitting: room)
    content.put(Self.label, row: 0, width: start, style: .dim)
    content.put(String(shown), row: 0, column: start, width: room + 1, style: .bold)
    if start + room + 2 <= end {
      content.put(
        style.cut(status, columns: statusWidth + 1), row: 0, column: end, width: statusWidth,
        style: .dim)
      content.put(path, row: 0, column: pathColumn)
    }
    content.cursor = WindowContent.Cursor(
      row: 0, column: start + DisplayWidth.columns(of: String(shown)))
  }

  /// How many folders of the path follow the one at a column; nil where it isn't.
  func levelsBelow(column: Int) -> Int? {
    guard column >= pathColumn else { return nil }
    let before = DisplayWidth.prefix(of: path, fitting: column - pathColumn)
    return path.dropFirst(before.count).count { $0 == "/" }
  }
}
