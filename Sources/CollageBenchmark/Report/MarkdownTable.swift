/// A Markdown table whose columns are also aligned as plain text: the first to the left, the others to the right.
struct MarkdownTable {
  let header: [String]
  var rows: [[String]] = []

  var text: String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: column == 0 ? width : max(width - 1, 1)) + (column == 0 ? "" : ":")
    }
    return ([header, rule] + rows).map { line(of: $0, widths) }.joined(separator: "\n")
  }

  private func line(of cells: [String], _ widths: [Int]) -> String {
    let padded = cells.indices.map { column in
      let space = String(repeating: " ", count: max(widths[column] - cells[column].count, 0))
      return column == 0 ? cells[column] + space : space + cells[column]
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }
}
