import CollageKit
import Imaging
import Testing

@Suite struct PlaceNameTests {
  private static let canvas = PixelSize(width: 1200, height: 900)

  private func places(_ frames: [(Int, Int, Int, Int)]) -> PicturePlaces {
    PicturePlaces(
      frames.map { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }, on: Self.canvas)
  }

  private func words(_ frames: [(Int, Int, Int, Int)]) -> [String] {
    places(frames).names.map(\.words)
  }

  @Test func `four photos have the corners`() {
    let frames = [(0, 0, 590, 440), (610, 0, 590, 440), (0, 460, 590, 440), (610, 460, 590, 440)]
    #expect(words(frames) == ["top left", "top right", "bottom left", "bottom right"])
    #expect(places(frames).readingOrder == [0, 1, 2, 3])
  }

  @Test func `a photo as high as the picture is read before those beside it`() {
    let frames = [
      (610, 0, 590, 290), (610, 305, 590, 290), (610, 610, 590, 290), (0, 0, 590, 900),
    ]
    #expect(words(frames) == ["top right", "right, in the middle", "bottom right", "left"])
    #expect(places(frames).readingOrder == [3, 0, 1, 2])
  }

  @Test func `one photo is everywhere`() {
    #expect(places([(0, 0, 1200, 900)]).names.map(\.phrase) == ["all over the picture"])
  }

  @Test func `three stripes are top, middle and bottom`() {
    let frames = [(0, 600, 1200, 300), (0, 0, 1200, 300), (0, 300, 1200, 300)]
    #expect(words(frames) == ["bottom", "top", "middle"])
    #expect(places(frames).readingOrder == [1, 2, 0])
    #expect(places(frames).names.map(\.phrase) == ["at the bottom", "at the top", "in the middle"])
  }

  @Test func `nine photos in a grid have nine names`() {
    let frames = (0..<9).map { ($0 % 3 * 400, $0 / 3 * 300, 390, 290) }
    #expect(
      words(frames) == [
        "top left", "top, in the middle", "top right",
        "left, in the middle", "middle", "right, in the middle",
        "bottom left", "bottom, in the middle", "bottom right",
      ])
  }

  @Test func `thirty photos are told by row and number`() {
    let frames = (0..<30).map { ($0 % 6 * 200, $0 / 6 * 180, 190, 170) }
    let names = words(frames)
    #expect(names[0] == "row 1, photo 1")
    #expect(names[8] == "row 2, photo 3")
    #expect(names[29] == "row 5, photo 6")
    #expect(Set(names).count == 30)
  }

  @Test func `columns of unequal photos are told by column`() {
    let frames = [
      (0, 0, 390, 300), (0, 310, 390, 590), (400, 0, 390, 500), (400, 510, 390, 390),
      (800, 0, 390, 200), (800, 210, 390, 200), (800, 420, 390, 480),
    ]
    let places = places(frames)
    #expect(places.readingOrder == [0, 1, 2, 3, 4, 5, 6])
    #expect(Set(places.names).count == 7)
  }

  @Test(arguments: 1...30) func `no two places have the same name`(count: Int) {
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let frames = (0..<count).map { ($0 % columns * 30, $0 / columns * 20, 28, 18) }
    let places = PicturePlaces(
      frames.map { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) },
      on: PixelSize(width: columns * 30, height: (count + columns - 1) / columns * 20))
    #expect(Set(places.names).count == count)
    #expect(places.readingOrder.sorted() == Array(0..<count))
  }

  @Test func `photos that overlap a little are still in rows`() {
    let frames = [(0, 0, 620, 460), (600, 10, 600, 460), (10, 440, 600, 460), (590, 445, 610, 455)]
    #expect(words(frames) == ["top left", "top right", "bottom left", "bottom right"])
    #expect(places(frames).readingOrder == [0, 1, 2, 3])
  }

  @Test func `photos upon each other are all named`() {
    let frames = Array(repeating: (0, 0, 700, 600), count: 3)
    #expect(places(frames).readingOrder.sorted() == [0, 1, 2])
    #expect(Set(words(frames)).count == 3)
  }
}
