import FoundationEssentials
import TestSupport

/// A terminal's screen as a picture.
enum Screenshot {
  /// In pixels.
  static let cell = (width: 9, height: 18)
  private static let ink = "#d8dee9"
  private static let paper = "#1e222a"
  private static let palette = [
    "#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9",
    "#7f8794", "#ff7a85",
    "#b5e08f", "#ffd98a", "#83c5ff", "#e29bf5", "#79d9e6", "#ffffff",
  ]

  /// An SVG file with the texts, their colours, and the pictures.
  static func svg(of screen: ScreenModel) -> String {
    let (width, height) = (screen.cells[0].count * cell.width, screen.cells.count * cell.height)
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" font-family="monospace" \
      font-size="15">
      <rect width="100%" height="100%" rx="6" fill="\(paper)"/>
      """
    ]
    for (row, cells) in screen.cells.enumerated() {
      for run in runs(of: cells) { parts += elements(of: run, row: row) }
    }
    for picture in screen.pictures {
      guard let file = screen.pictureFile(picture.id) else { continue }
      let (x, y) = (picture.position.column * cell.width, picture.position.row * cell.height)
      let data = Data(file).base64EncodedString()
      parts.append(
        #"<image x="\#(x)" y="\#(y)" width="\#(picture.width)" height="\#(picture.height)" "#
          + #"href="data:image/png;base64,\#(data)"/>"#)
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Neighbouring cells of one style.
  private struct Run {
    let column: Int
    let style: CellStyle
    var count = 0
    var text = ""
  }

  private static func runs(of cells: [ScreenCell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in cells.enumerated() {
      if runs.last?.style != cell.style { runs.append(Run(column: column, style: cell.style)) }
      runs[runs.count - 1].count += 1
      // A placeholder of a picture, which is drawn over it.
      runs[runs.count - 1].text += cell.text.unicodeScalars.first == "\u{10EEEE}" ? " " : cell.text
    }
    return runs
  }

  private static func elements(of run: Run, row: Int) -> [String] {
    let (x, y, width) = (run.column * cell.width, row * cell.height, run.count * cell.width)
    let isInverse = run.style.attributes.contains(.inverse)
    let (front, back) = (colour(run.style.foreground, ink), colour(run.style.background, paper))
    let (ink, ground) = isInverse ? (back, front) : (front, back)
    var elements: [String] = []
    if ground != paper {
      elements.append(
        #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(cell.height)" fill="\#(ground)"/>"#
      )
    }
    let blanks = run.text.prefix { $0 == " " }.count
    let characters = Array(run.text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
    if !characters.isEmpty {
      let (left, length) = (x + blanks * cell.width, characters.count * cell.width)
      // Spaces that no renderer joins.
      let text = String(characters).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(
          " ", with: "\u{A0}")
      elements.append(
        #"<text x="\#(left)" y="\#(y + 14)" textLength="\#(length)" fill="\#(ink)"\#(look(of: run.style.attributes))>"#
          + "\(text)</text>")
    }
    return elements
  }

  private static func look(of attributes: TextAttributes) -> String {
    (attributes.contains(.bold) ? #" font-weight="bold""# : "")
      + (attributes.contains(.dim) ? #" opacity="0.6""# : "")
      + (attributes.contains(.struckThrough) ? #" text-decoration="line-through""# : "")
      + (attributes.contains(.underlined) ? #" text-decoration="underline""# : "")
  }

  private static func colour(_ colour: TerminalColor, _ standard: String) -> String {
    switch colour {
    case .standard: standard
    case .palette(let number): Int(number) < palette.count ? palette[Int(number)] : standard
    case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
    }
  }
}
