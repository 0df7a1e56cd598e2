/// The characters of a frame.
struct FrameLines {
  struct Horizontal {
    let left: String
    let middle: String
    let right: String
  }

  let top: Horizontal
  let side: String
  let bottom: Horizontal

  init(isUTF8: Bool, isHeavy: Bool) {
    switch (isUTF8, isHeavy) {
    case (true, false):
      (top, side) = (Horizontal(left: "┌", middle: "─", right: "┐"), "│")
      bottom = Horizontal(left: "└", middle: "─", right: "┘")
    case (true, true):
      (top, side) = (Horizontal(left: "┏", middle: "━", right: "┓"), "┃")
      bottom = Horizontal(left: "┗", middle: "━", right: "┛")
    case (false, let isHeavy):
      let line = Horizontal(left: isHeavy ? "#" : "+", middle: isHeavy ? "=" : "-", right: isHeavy ? "#" : "+")
      (top, side, bottom) = (line, isHeavy ? "#" : "|", line)
    }
  }
}
