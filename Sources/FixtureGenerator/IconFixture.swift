/// The program's icon: a card with four pictures.
enum IconFixture {
  /// A picture on the card, in its 128 units: what is behind, and what stands before it.
  private struct Picture {
    let frame: (x: Int, y: Int, width: Int, height: Int)
    let sky: String
    let shapes: [String]

    /// The elements, one a line.
    var source: String {
      let area = "<path d='M\(frame.x) \(frame.y)h\(frame.width)v\(frame.height)H\(frame.x)z' fill='\(sky)'/>"
      return ([area] + shapes).map { "  \($0)\n" }.joined()
    }
  }

  private static let pictures = [
    Picture(
      frame: (12, 12, 62, 58), sky: "#8ecae6",
      shapes: [
        "<circle cx='58' cy='28' r='8' fill='#ffdd57'/>",
        "<path d='M12 70V54l18-16 16 18 10-8 18 14v8z' fill='#3a7d44'/>",
      ]),
    Picture(
      frame: (78, 12, 38, 58), sky: "#f4a261",
      shapes: ["<circle cx='97' cy='44' r='12' fill='#fff3c4'/>", "<path d='M78 52h38v18H78z' fill='#9c4a1a'/>"]),
    Picture(
      frame: (12, 74, 38, 42), sky: "#264653",
      shapes: ["<circle cx='38' cy='86' r='6' fill='#f1faee'/>", "<path d='M12 116l19-24 19 24z' fill='#6c8ea0'/>"]),
    Picture(
      frame: (54, 74, 62, 42), sky: "#a8dadc",
      shapes: ["<path d='M54 98q16-10 31 0t31 0v18H54z' fill='#1d6fa5'/>"]),
  ]

  static var file: FixtureFile {
    let card = "<rect x='4' y='4' width='120' height='120' rx='10' fill='#fff' stroke='#bbb' stroke-width='2'/>"
    let source = """
      <svg xmlns='http://www.w3.org/2000/svg' width='128' height='128' viewBox='0 0 128 128'>
        \(card)
      \(pictures.map(\.source).joined())</svg>

      """
    return FixtureFile("collage.svg", Array(source.utf8))
  }
}
