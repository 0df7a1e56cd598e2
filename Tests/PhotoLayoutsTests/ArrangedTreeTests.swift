import Imaging
import TestSupport
import Testing

@testable import PhotoLayouts

/// Layouts in which photos were exchanged: a tree that decides how photos lie, and not their sizes.
@Suite struct ArrangedTreeTests {
  private func request(_ shapes: [PhotoShape], _ canvas: Canvas) -> LayoutRequest {
    var request = LayoutRequest(shapes)
    request.options.canvas = canvas
    // A percentage depends on the best layout's canvas.
    request.options.gap = .pixels(20)
    request.options.margin = .pixels(20)
    return request
  }

  private func arranged(_ request: LayoutRequest, _ tree: SlicingTree?) throws -> CollageLayout {
    var request = request
    request.options.tree = tree
    request.options.isArranged = true
    return try #require(LayoutChoice(request)[0])
  }

  @Test(arguments: [Canvas.auto, .pixels(PixelSize(width: 1600, height: 1200))])
  func `a layout that was searched for stays as it is when it is kept`(canvas: Canvas) throws {
    var dice = Dice(7)
    for count in [2, 3, 4, 5, 6, 8] {
      for _ in 0..<10 {
        let shapes = (0..<count).map { _ in
          PhotoShape(
            PixelSize(
              width: .random(in: 600...1800, using: &dice),
              height: .random(in: 600...1800, using: &dice)))
        }
        let request = request(shapes, canvas)
        let choice = LayoutChoice(request)
        for layout in choice[0..<min(choice.count, 4)].compactMap(\.self) {
          #expect(try arranged(request, layout.tree).frames == layout.frames)
        }
      }
    }
  }

  @Test func `photos that are exchanged keep their shapes`() throws {
    let sizes = [(900, 600), (600, 900), (1200, 600), (600, 600)].map {
      PixelSize(width: $0.0, height: $0.1)
    }
    let layout = try #require(LayoutChoice(request(sizes.map { PhotoShape($0) }, .auto))[0])
    var swapped = sizes
    swapped.swapAt(0, 1)
    let next = try arranged(request(swapped.map { PhotoShape($0) }, .auto), layout.tree)
    #expect(next.tree?.photos == layout.tree?.photos)
    for (size, frame) in zip(swapped, next.frames) {
      let lost = abs(frame.bounds.ratio / (Double(size.width) / Double(size.height)) - 1)
      #expect(lost < 0.09, "\(size) in \(frame)")
    }
  }

  @Test func `a tree goes on without some photos`() {
    let tree = SlicingTree.across([
      .down([.photo(0), .across([.photo(1), .photo(2)])]), .photo(3),
    ])
    #expect(
      tree.without([0])
        == .across([.photo(0), .photo(1), .photo(2)]))
    #expect(tree.without([1]) == .across([.down([.photo(0), .photo(1)]), .photo(2)]))
    #expect(tree.without([3]) == .down([.photo(0), .across([.photo(1), .photo(2)])]))
    #expect(tree.without([0, 1, 2]) == .photo(0))
    #expect(tree.without([0, 1, 2, 3]) == nil)
    #expect(tree.without([]) == tree)
  }

  @Test func `whoever drops the tree drops the arrangement`() {
    var options = LayoutOptions()
    options.tree = .across([.photo(0), .photo(1)])
    options.isArranged = true
    options.pick = 3
    #expect(!options.isSearched && !options.hasFixedTree)
    options.releaseTree()
    #expect(options == LayoutOptions())
  }
}
