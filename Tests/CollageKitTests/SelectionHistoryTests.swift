import CollageKit
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@Suite struct SelectionHistoryTests {
  let folder: TemporaryFolder
  let selections: [Selection]

  init() throws {
    folder = try TemporaryFolder()
    let photos = try folder.writePhotos(3).map { try Photo(at: $0, limits: DecodeLimits()) }
    selections = (0...3).map { Selection(Array(photos[..<$0])) }
  }

  @Test func `undo goes back step by step, and redo forward again`() {
    var history = SelectionHistory()
    for selection in selections.dropFirst() { history.change(to: selection) }
    var seen: [Int] = []
    while history.canUndo {
      history.undo()
      seen.append(history.selection.count)
    }
    while history.canRedo {
      history.redo()
      seen.append(history.selection.count)
    }
    #expect(seen == [2, 1, 0, 1, 2, 3])
  }

  @Test func `a change forgets what was undone`() {
    var history = SelectionHistory()
    history.change(to: selections[1])
    history.change(to: selections[2])
    history.undo()
    history.change(to: selections[3])
    #expect(!history.canRedo)
    history.undo()
    #expect(history.selection == selections[1])
  }

  @Test func `the same selection again is no step, and forgets nothing`() {
    var history = SelectionHistory(selections[1])
    history.change(to: selections[1])
    #expect(!history.canUndo)
    history.change(to: selections[2])
    history.undo()
    history.change(to: selections[1])
    #expect(history.canRedo)
  }

  @Test func `with nothing to undo or redo nothing happens`() {
    var history = SelectionHistory(selections[2])
    history.undo()
    history.redo()
    #expect(history == SelectionHistory(selections[2]))
  }

  @Test func `two hundred steps can be undone`() {
    var history = SelectionHistory()
    for step in 0..<500 { history.change(to: selections[1 + step % 2]) }
    var steps = 0
    while history.canUndo {
      history.undo()
      steps += 1
    }
    #expect(steps == 200)
  }
}
