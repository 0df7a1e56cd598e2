import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Which photos show the same moment, and which of them is the best.
struct SeriesFinderTests {
  let tree: SeriesTree

  init() throws { tree = try SeriesTree() }

  @Test(arguments: 0..<6)
  func `the sharp and well exposed photo stands for the others of its series`(_ number: Int) throws
  {
    let view = SeriesTree.view(number)
    try tree.write(view, to: "best.jpg")
    try tree.write(view.blurred(across: 3, down: 3), to: "lens.jpg")
    try tree.write(view.blurred(across: 5, down: 0), to: "motion.jpg")
    try tree.write(view.exposed(percent: [0, 2, 3].contains(number) ? 200 : 130), to: "over.jpg")
    try tree.write(view.exposed(percent: 40), to: "under.jpg")
    try tree.write(view.reduced(by: 4), to: "small.jpg")
    try tree.write(view.reduced(by: 2), to: "message.jpg", quality: 60)
    try tree.write(SeriesTree.movedView(number).blurred(across: 2, down: 2), to: "moved.jpg")
    let others = [
      "lens.jpg", "message.jpg", "motion.jpg", "moved.jpg", "over.jpg", "small.jpg", "under.jpg",
    ]
    #expect(try tree.series().names == ["best.jpg": others])
  }

  @Test func `each reason is given`() throws {
    let view = SeriesTree.view(3)
    try tree.write(view, to: "best.jpg")
    try tree.write(view.blurred(across: 3, down: 3), to: "lens.jpg")
    try tree.write(view.exposed(percent: 250), to: "over.jpg")
    try tree.write(view.reduced(by: 2), to: "small.jpg")
    try tree.write(view, to: "twin.jpg")
    let result = try tree.series()
    #expect(result.series.count == 1)
    let reasons = Dictionary(
      uniqueKeysWithValues: result.series[0].others.map { other in
        (result.photos[other.index].path.lastComponent!.string, other.reasons)
      })
    #expect(reasons["lens.jpg"] == [.sharper])
    #expect(reasons["over.jpg"]?.first == .lessOverexposed)
    #expect(
      reasons["small.jpg"]?.first
        == .larger(PixelSize(width: 400, height: 300), than: PixelSize(width: 200, height: 150)))
    #expect(reasons["twin.jpg"] == [.first])
  }

  @Test func `210 pairs of different photos of like colours stay apart`() throws {
    var names: [String] = []
    for number in 0..<21 {
      names.append("\(number).jpg")
      try tree.write(SeriesTree.view(number * 6 + 1 + number % 2), to: FilePath(names[number]))
    }
    #expect(try tree.series(names).series.count == 21)
  }

  @Test(arguments: [20, 21, 22])
  func `a view from nearer is the same view, even without a time`(_ number: Int) throws {
    try tree.write(SeriesTree.view(number), to: "a.jpg")
    try tree.write(SeriesTree.nearerView(number), to: "b.jpg")
    #expect(try tree.series().series.count == 1)
    let found = try SeriesSearch(store: nil).views(
      like: tree.path("a.jpg"), among: [tree.path("b.jpg")]
    ).wait().get()
    #expect(found == [0])
  }

  @Test(arguments: [(1, 60), (3, 60), (4, 60), (5, 60), (4, 50)])
  func `of two photos the one that isn't too dark is better`(
    _ number: Int, _ percent: Int
  ) throws {
    try tree.write(SeriesTree.view(number).exposed(percent: percent), to: "a.jpg")
    try tree.write(SeriesTree.view(number), to: "b.jpg")
    let result = try tree.series()
    #expect(result.names == ["b.jpg": ["a.jpg"]])
    #expect(result.series[0].others[0].reasons.first == .betterExposed)
  }

  @Test(arguments: [3, 9, 15])
  func `other views that are composed alike stay apart even within a minute`(_ number: Int) throws {
    try tree.write(SeriesTree.view(number), to: "IMG_20240501_100000.jpg")
    try tree.write(SeriesTree.nearerView(number), to: "IMG_20240501_100003.jpg")
    try tree.write(SeriesTree.view(number + 6), to: "IMG_20240501_100009.jpg")
    try tree.write(SeriesTree.nearerView(number + 6), to: "IMG_20240501_100012.jpg")
    let groups = try tree.series().series.map { ([$0.best] + $0.others.map(\.index)).sorted() }
    #expect(groups.sorted { $0[0] < $1[0] } == [[0, 1], [2, 3]])
  }

  @Test func `the same file by two names is one photo`() throws {
    try tree.write(SeriesTree.view(0), to: "a.jpg")
    try tree.folder.makeHardLink("photos/b.jpg", to: "photos/a.jpg")
    #expect(try tree.series().names == ["a.jpg": ["b.jpg"]])
  }

  @Test func `photos of one colour are the same only if they are all of one colour`() throws {
    let size = PixelSize(width: 200, height: 150)
    try tree.write(Raster(size: size, filledWith: .white), to: "white.jpg")
    try tree.write(Raster(size: size, filledWith: .black), to: "black.jpg")
    try tree.write(SeriesTree.view(1), to: "view.jpg")
    #expect(try tree.series().names["view.jpg"] == [])
  }

  @Test func `a photo that can't be decoded is left out and named`() throws {
    try tree.write(SeriesTree.view(0), to: "a.jpg")
    try tree.folder.write(Array("text".utf8), to: "photos/b.jpg")
    let result = try tree.series(["a.jpg", "b.jpg", "c.jpg"])
    #expect(result.names == ["a.jpg": []])
    #expect(result.failures.map(\.path) == [tree.path("b.jpg"), tree.path("c.jpg")])
  }

  @Test func `views like a photo are found in order`() throws {
    try tree.write(SeriesTree.view(0), to: "wanted.jpg")
    for (name, number) in [("1.jpg", 1), ("2.jpg", 0), ("3.jpg", 6)] {
      try tree.write(SeriesTree.movedView(number), to: FilePath(name))
    }
    let found = try SeriesSearch(store: nil).views(
      like: tree.path("wanted.jpg"), among: ["1.jpg", "2.jpg", "3.jpg"].map { tree.path($0) }
    ).wait().get()
    #expect(found == [1])
  }
}
