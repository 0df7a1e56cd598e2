import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct SelectionTests {
  let folder: TemporaryFolder
  let photos: [Photo]

  init() throws {
    folder = try TemporaryFolder()
    photos = try folder.writePhotos(5).map { try Photo(at: $0, limits: DecodeLimits()) }
  }

  /// Three photos with the weights 2, 3, 4.
  private var weighed: Selection {
    var selection = Selection(Array(photos[..<3]))
    for place in 0..<3 { selection.options[photo: place].weight = Double(place + 2) }
    selection.options.layout.pick = 5
    return selection
  }

  private func weights(_ selection: Selection) -> [Double] {
    selection.photos.indices.map { selection.options[photo: $0].weight }
  }

  @Test func `a photo takes its options along`() {
    var selection = weighed
    selection.move(from: 0, to: 2)
    #expect(weights(selection) == [3, 4, 2])
    selection.swap(0, 1)
    #expect(weights(selection) == [4, 3, 2])
    selection.remove(at: [1])
    #expect(weights(selection) == [4, 2])
    selection.add([photos[4]])
    #expect(weights(selection) == [4, 2, 1])
    #expect(selection.photos == [photos[2], photos[0], photos[4]])
    selection.clear()
    #expect(selection.options == CollageOptions())
  }

  @Test
  func
    `another photo keeps the weight of its place, but not the turn and the focus of the photo before it`()
  {
    var selection = weighed
    selection.options[photo: 1].turn = .left
    selection.options[photo: 1].focus = FocusPoint(x: 0.1, y: 0.9).map(PhotoFocus.point)
    selection.replace(at: 1, with: photos[3])
    #expect(weights(selection) == [2, 3, 4])
    #expect(selection.options[photo: 1].turn == .none && selection.options[photo: 1].focus == nil)
  }

  @Test func `a photo that is turned further keeps the place of its focus in the picture`() {
    var options = PhotoOptions()
    options.focus = FocusPoint(x: 0.3, y: 0.9).map(PhotoFocus.point)
    options.turnFurther(.right)
    #expect(
      options.turn == .right && options.focus == FocusPoint(x: 0.1, y: 0.3).map(PhotoFocus.point))
    options.turnFurther(.right)
    #expect(
      options.turn == .half && options.focus == FocusPoint(x: 0.7, y: 0.1).map(PhotoFocus.point))
    options.turnFurther(.left)
    #expect(
      options.turn == .right && options.focus == FocusPoint(x: 0.1, y: 0.3).map(PhotoFocus.point))
    options.turnFurther(.left)
    options.turnFurther(.half)
    #expect(
      options.turn == .half && options.focus == FocusPoint(x: 0.7, y: 0.1).map(PhotoFocus.point))
    options.turnFurther(.half)
    #expect(
      options.turn == .none && options.focus == FocusPoint(x: 0.3, y: 0.9).map(PhotoFocus.point))
  }

  @Test func `options given beforehand wait for their photos`() {
    var options = CollageOptions()
    options[photo: 2].keepsWhole = true
    options.layout.pick = 3
    var selection = Selection([], options)
    selection.add(photos[..<2])
    #expect(selection.options.layout.pick == 3)
    selection.add([photos[2]])
    #expect(
      selection.photos.indices.map { selection.options[photo: $0].keepsWhole } == [
        false, false, true,
      ])
    selection.remove(at: [2])
    selection.options[photo: 3].keepsWhole = true
    selection.swap(0, 1)
    #expect(selection.options[photo: 3].keepsWhole)
    selection.clear()
    #expect(selection.options.photos.isEmpty)
  }

  @Test
  func `a layout's rank is forgotten when photos that were there change, and by nothing else`() {
    var selection = weighed
    selection.move(from: 1, to: 1)
    selection.add([])
    #expect(selection == weighed)
    selection.swap(0, 1)
    #expect(selection.options.layout.pick == 1)
  }

  @Test func `photos and options are undone in the order in which they were done`() {
    let store = SelectionStore()
    #expect(store.add(Array(photos[..<2])) == nil)
    #expect(store.set { $0.layout.gap = .pixels(3) } == nil)
    #expect(store.swap(0, 1) == nil)
    #expect(store.set { $0[photo: 0].weight = 2 } == nil)
    #expect(store.set { $0.layout.gap = .pixels(3) } == nil)
    let last = store.selection
    #expect(store.undo() == nil && store.undo() == nil)
    #expect(store.selection.photos == Array(photos[..<2]))
    #expect(store.selection.options.layout.gap == .pixels(3))
    #expect(store.undo() == nil)
    #expect(store.selection.options == CollageOptions())
    #expect(store.redo() == nil && store.redo() == nil && store.redo() == nil)
    #expect(store.selection == last)
  }

  @Test func `the rules are among the options`() {
    let store = SelectionStore()
    #expect(store.add([photos[0]]) == nil)
    #expect(store.state[.save]?.rule == .evenCountToSave)
    #expect(store.set { $0.rules.needsEvenCount = false } == nil)
    #expect(store.state[.save] == nil)
  }
}
