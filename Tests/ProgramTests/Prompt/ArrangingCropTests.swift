import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Moving crops with keys.
@Suite(.waiting) struct ArrangingCropTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  /// Photos of 3:2 in square frames, or where nothing is cropped, being arranged.
  private func arranging(_ look: [String]) throws -> PromptTerminal {
    let prompt = try PromptTerminal(
      in: folder, look: look, ["--preview", "off", "a.jpg", "b.png", "c.jpg", "d.png"],
      columns: 100, title: "4 photos")
    try prompt.wait { $0.status?.contains(" · crops ") == true }
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    return prompt
  }

  private static let square = ["--cells", "2x2", "--canvas", "1600x1600"]

  @Test func `the focus stays where it moves the crop`() throws {
    let prompt = try arranging(Self.square)
    try prompt.send("l")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg · focus 0.55,0.5" }
    try prompt.send("llllll")
    try prompt.wait {
      $0.promptRow == "photo 1: a.jpg · focus 0.67,0.5"
        && $0.text.contains("the crop is already at the photo's right edge")
    }
    // One step back is one that is seen.
    try prompt.send("h")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg · focus 0.62,0.5" }
    try prompt.send("hhhhhhhhhhhhh")
    try prompt.wait {
      $0.promptRow == "photo 1: a.jpg · focus 0.33,0.5"
        && $0.text.contains("the crop is already at the photo's left edge")
    }
    for key in ["j", "k"] {
      try prompt.send("u" + key)
      try prompt.wait {
        $0.text.contains("in this layout, photo 1 isn't cropped at the top or bottom")
      }
    }
    #expect(prompt.screen.promptRow.hasSuffix(",0.5"))
    try prompt.send("a")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send("a")
    try prompt.wait { $0.text.contains("photo 1 is cropped automatically already") }
    try prompt.send("u")
    try prompt.wait { $0.promptRow.contains("focus") }
  }

  @Test func `a crop that moves leaves all photos of people where they are`() throws {
    let face = Region(x: 0.42, y: 0.3, width: 0.16, height: 0.3)
    for (name, size) in [("a.jpg", (480, 240)), ("c.jpg", (200, 500))] {
      let photo = Picture.sampleJPEG(1, PixelSize(width: size.0, height: size.1))
      try folder.write(JPEGFile.declaring([face], in: photo), to: FilePath(name))
    }
    let prompt = try arranging(["--layout", "mosaic", "--canvas", "1:1"])
    let before = try #require(prompt.screen.status)
    let frames = try #require(before.firstMatch(of: #/ · \d+x\d+ · crops \d+%/#)?.0)
    // The keys that move nothing say so.
    try prompt.send("hjkl")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic, arranged by hand\(frames)") == true
        && $0.promptRow.contains("focus")
    }
    try prompt.send("uuuu")
    try prompt.wait { $0.status == before }
  }

  @Test func `where nothing is cropped, nothing is stored, and keeping it whole says so`() throws {
    let prompt = try arranging(["--layout", "mosaic"])
    for (key, side) in [
      ("h", "at the sides"), ("l", "at the sides"), ("j", "at the top or bottom"),
      ("k", "at the top or bottom"),
    ] {
      try prompt.send(key)
      try prompt.wait { $0.text.contains("in this layout, photo 1 isn't cropped \(side)") }
      #expect(prompt.screen.promptRow == "photo 1: a.jpg")
      try prompt.send("?")
      try prompt.wait { !$0.text.contains("isn't cropped") }
      try prompt.send("?")
    }
    try prompt.send("w")
    try prompt.wait {
      $0.promptRow == "photo 1: a.jpg · keep-whole"
        && $0.text.contains("photo 1 is whole here anyway; now it stays whole in every layout")
    }
    try prompt.send("w")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" && !$0.text.contains("anyway") }
  }

  @Test func `a photo that is cropped becomes whole without a word`() throws {
    let prompt = try arranging(Self.square)
    try prompt.send("w")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg · keep-whole" }
    #expect(!prompt.screen.text.contains("anyway"))
    try prompt.send("l")
    try prompt.wait { $0.text.contains("in this layout, photo 1 isn't cropped at the sides") }
    #expect(prompt.screen.promptRow == "photo 1: a.jpg · keep-whole")
  }
}
