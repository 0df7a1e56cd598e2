import TerminalPictures

@testable import CollageTerminal
@testable import PhotoSources

/// A world of a picker that does nothing, and notes what is to be done.
final class NotedWorld: PickerWorld {
  var search = PickerState(order: .date)
  var size = TerminalSize(rows: 24, columns: 80)
  var pictureMode = PictureMode.blocks256
  var hasMarks = false
  var hasBase = false
  var isChecked = true
  var refusalToAdd: String?
  var turnsPhotos = true
  var canArrange = true
  var losesMarks = false
  var service = "Openverse"
  var now = ContinuousClock.now
  var isRead = true
  var marked: Set<PickerPhoto> = []
  var minWorth = 0
  /// What is at every place.
  var target: PickerTarget?
  /// Why nothing can be done.
  var refusal: String?
  var effects: [PickerEffect] = []

  func isRead(_ hit: PickerPhoto) -> Bool { isRead }
  func isMarked(_ hit: PickerPhoto) -> Bool { marked.contains(hit) }
  func selectable(from place: Int) -> [PickerPhoto] {
    search.hits.prefix(2).filter { !marked.contains($0) }
  }
  func isWorthSearching(_ term: [UInt8]) -> Bool { term.count >= minWorth }
  func target(row: Int, column: Int) -> PickerTarget? { target }

  func perform(_ effect: PickerEffect) -> String? {
    effects.append(effect)
    return refusal
  }
}
