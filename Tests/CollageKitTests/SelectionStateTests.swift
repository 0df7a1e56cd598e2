import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct SelectionStateTests {
  let folder: TemporaryFolder
  let photo: Photo

  init() throws {
    folder = try TemporaryFolder()
    try folder.writePhoto("a.png")
    photo = try folder.photo("a.png")
  }

  private func selection(_ count: Int, _ rules: SelectionRules = SelectionRules()) -> Selection {
    Selection([Photo](repeating: photo, count: count), CollageOptions().with(\.rules, rules))
  }

  private func state(
    _ count: Int, rules: SelectionRules = SelectionRules(), isSaving: Bool = false
  ) -> SelectionState {
    SelectionState(
      SelectionRecord(history: SelectionHistory(selection(count, rules)), isSaving: isSaving))
  }

  @Test(arguments: [
    (0, "Collage"), (1, "1 photo"), (2, "2 photos"), (3, "3 photos"), (4, "4 photos"),
    (5, "5 photos"), (6, "6 photos"),
  ])
  func `the title tells how many photos there are`(count: Int, title: String) {
    #expect(state(count).title == title)
    #expect(state(count, isSaving: true).title == title)
    #expect(state(count).count == count)
  }

  @Test func `each action is enabled as the rules say`() {
    for rules in [SelectionRules(), SelectionRules(maxCount: 3, needsEvenCount: false)] {
      for count in 0...7 {
        let state = state(count, rules: rules)
        #expect(state[.set] == nil)
        #expect(state[.add] == rules.refusalToAdd(to: count))
        #expect(state[.save] == rules.refusalToSave(count))
        #expect(state[.move] == rules.refusalToMove(count))
        for action in [SelectionAction.clear, .remove, .replace] {
          #expect(state[action] == rules.refusalToChange(count))
        }
      }
    }
  }

  @Test func `what was done can be undone, and what was undone done again`() {
    var history = SelectionHistory(selection(2))
    func state() -> SelectionState { SelectionState(SelectionRecord(history: history)) }
    #expect(state()[.undo]?.description == "there is nothing to undo; change something first")
    #expect(state()[.redo]?.description == "there is nothing to redo; undo something first")
    history.change(to: selection(3))
    #expect(state()[.undo] == nil && state()[.redo]?.rule == .somethingToRedo)
    history.undo()
    #expect(state()[.undo]?.rule == .somethingToUndo && state()[.redo] == nil)
  }

  @Test(arguments: SelectionAction.allCases)
  func `nothing can be done while a save is in progress`(action: SelectionAction) {
    #expect(state(2, isSaving: true)[action]?.rule == .notWhileSaving)
  }
}
