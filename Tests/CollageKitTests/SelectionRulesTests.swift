@testable import CollageKit
import Testing

@Suite struct SelectionRulesTests {
  /// A count, and whether a photo can be added, the collage saved, photos changed or removed,
  /// photos moved.
  static let table: [(count: Int, add: Bool, save: Bool, change: Bool, move: Bool)] = [
    (0, true, false, false, false), (1, true, false, true, false), (2, true, true, true, true),
    (3, true, false, true, true), (4, true, true, true, true), (5, true, false, true, true),
    (6, false, true, true, true),
  ]

  @Test(arguments: table)
  func `up to six photos can be added, an even number of them saved, any number changed`(
    count: Int, add: Bool, save: Bool, change: Bool, move: Bool
  ) {
    let rules = SelectionRules()
    #expect((rules.refusalToAdd(to: count) == nil) == add)
    #expect((rules.refusalToSave(count) == nil) == save)
    #expect((rules.refusalToChange(count) == nil) == change)
    #expect((rules.refusalToMove(count) == nil) == move)
  }

  @Test(arguments: [
    (1, 6, "a collage has at most six photos; remove one first"),
    (3, 4, "a collage has at most six photos, so only 2 more can be added; add fewer"),
    (7, 0, "a collage has at most six photos, not 7; leave some out"),
    (1, 9, "a collage has at most six photos; remove one first"),
  ])
  func `a refusal to add says how many there is room for`(added: Int, count: Int, text: String) {
    let refusal = SelectionRules().refusalToAdd(added, to: count)
    #expect(refusal?.description == text)
    #expect(refusal?.rule == .atMost(6))
  }

  @Test(arguments: [
    (0, Refusal.Rule.somethingChosen, "there are no photos; add two first"),
    (1, .evenCountToSave, "a collage needs an even number of photos, not 1; add another"),
    (5, .evenCountToSave, "a collage needs an even number of photos, not 5; add or remove one"),
    (7, .evenCountToSave, "a collage needs an even number of photos, not 7; remove one"),
  ])
  func `a refusal to save says what is missing`(count: Int, rule: Refusal.Rule, text: String) {
    let refusal = SelectionRules().refusalToSave(count)
    #expect(refusal?.description == text)
    #expect(refusal?.rule == rule)
  }

  @Test func `a refusal to change or move says what to add`() {
    let rules = SelectionRules()
    #expect(rules.refusalToChange(0)?.description == "there are no photos; add some first")
    #expect(rules.refusalToMove(0)?.description == "there are no photos; add two first")
    #expect(rules.refusalToMove(1)?.description == "there is only one photo; add another first")
  }

  @Test func `the rules can be widened`() {
    let rules = SelectionRules(maxCount: 25, needsEvenCount: false)
    #expect(rules.refusalToAdd(25, to: 0) == nil)
    #expect(rules.refusalToAdd(to: 24) == nil)
    #expect(rules.refusalToAdd(to: 25)?.reason == "a collage has at most 25 photos")
    #expect((1...25).allSatisfy { rules.refusalToSave($0) == nil })
    #expect(rules.refusalToSave(0)?.remedy == "add one first")
  }

  @Test func `any number that can be added at once can be added one by one`() {
    let rules = SelectionRules()
    for count in 0...8 {
      for added in 1...8 {
        let oneByOne = (0..<added).allSatisfy { rules.refusalToAdd(to: count + $0) == nil }
        #expect((rules.refusalToAdd(added, to: count) == nil) == oneByOne)
      }
    }
  }
}
