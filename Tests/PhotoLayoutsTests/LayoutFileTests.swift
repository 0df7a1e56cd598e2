import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

@Suite struct LayoutFileTests {
  private func file(_ text: String) throws(LayoutFileError) -> LayoutFile {
    try LayoutFile(Array(text.utf8))
  }

  @Test func `a tree is read, alone or with a canvas`() throws {
    let tree = SlicingTree.across([
      .photo(1, ratio: 1.5), .down([.photo(0), .photo(2, ratio: 0.75)]),
    ])
    let text = """
      {"across": [{"photo": 2, "ratio": 1.5}, {"down": [{"photo": 1}, {"photo": 3, "ratio": 0.75}]}]}
      """
    #expect(try file(text).tree == tree)
    let whole = try file(
      "{\"tree\": \(text), \"canvas\": {\"width\": 30, \"height\": 20}, \"layout\": \"mosaic\"}")
    #expect(whole.tree == tree && whole.canvas == PixelSize(width: 30, height: 20))
    #expect(try file(String(decoding: JSONEncoder().encode(tree), as: UTF8.self)).tree == tree)
  }

  @Test(arguments: [
    ("", "this is not JSON: a value is missing at byte 1"),
    ("{\"down\": [{\"photo\": 1, \"photo\": 2}]}", "down[0].photo: appears twice; give it once"),
    (
      "{\"photo\": 1, \"ratio\": 1e999}",
      "\"ratio\" must be a number from 0.001 to 1000: width divided by height"
    ),
    (
      String(repeating: "{\"across\":[", count: 500),
      "lists and objects are nested more than 64 deep at byte 353"
    ),
    ("[]", "must be an object with \"across\", \"down\" or \"photo\", not a list"),
    ("{}", "must have one of \"across\", \"down\" and \"photo\", and nothing else"),
    (
      "{\"photo\": 1, \"down\": []}",
      "must have one of \"across\", \"down\" and \"photo\", and nothing else"
    ),
    (
      "{\"photo\": 1, \"size\": 3}",
      "must have one of \"across\", \"down\" and \"photo\", and nothing else"
    ),
    ("{\"photo\": 0}", "photo: must be a photo's number, from 1"),
    ("{\"photo\": 1.5}", "photo: must be a photo's number, from 1"),
    (
      "{\"photo\": 1, \"ratio\": 0}",
      "\"ratio\" must be a number from 0.001 to 1000: width divided by height"
    ),
    ("{\"across\": []}", "across: must be a list of trees"),
    (
      "{\"tree\": {\"down\": [{\"photo\": 1}, {\"across\": 3}]}}",
      "tree.down[1].across: must be a list of trees"
    ),
    (
      "{\"tree\": {\"photo\": 1}, \"canvas\": 3}",
      "canvas: must be {\"width\": W, \"height\": H}, in pixels"
    ),
  ])
  func `what is wrong is reported with its place`(text: String, message: String) {
    let error = #expect(throws: LayoutFileError.self) { try file(text) }
    #expect(error?.description == message)
  }

  @Test func `a layout's own tree lays the photos out in the same way`() throws {
    var dice = Dice(30)
    for style in LayoutStyle.allCases {
      for canvas in [Canvas.auto, .pixels(PixelSize(width: 640, height: 480))] {
        let shapes = PhotoShape.common(6, &dice)
        let request = LayoutRequest(shapes) {
          $0.style = style
          $0.canvas = canvas
          $0.longSide = 900
          $0.gap = .pixels(5)
        }
        let layout = try #require(LayoutChoice(request)[0])
        var again = request
        again.options.tree = layout.tree
        #expect(layout.tree != nil)
        #expect(LayoutChoice(again)[0]?.frames == layout.frames, "\(style) \(canvas)")
      }
    }
  }

  @Test func `a ratio in the file is the frame's`() throws {
    var request = LayoutRequest([PhotoShape(ratio: 1.5), PhotoShape(ratio: 1.5)]) { _ in }
    request.options.tree = .across([.photo(0, ratio: 1), .photo(1, ratio: 2)])
    request.options.longSide = 300
    #expect(LayoutChoice(request)[0]?.frames.map(\.size.width) == [100, 200])
  }
}
