/// The characters of a frame.
struct FrameLines {
  typealias Horizontal = (left: String, middle: String, right: String)

  let top: Horizontal
  let side: String
  let bottom: Horizontal

  init(isUTF8: Bool, isHeavy: Bool) {
    let text =
      switch (isUTF8, isHeavy) {
      case (true, false): "┌─┐│└─┘"
      case (true, true): "┏━┓┃┗━┛"
      case (false, false): "+-+|+-+"
      case (false, true): "#=###=#"
      }
    let signs = text.map { String($0) }
    top = (signs[0], signs[1], signs[2])
    side = signs[3]
    bottom = (signs[4], signs[5], signs[6])
  }
}
