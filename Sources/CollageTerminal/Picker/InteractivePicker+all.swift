internal import CollageKit
internal import PhotoSources

/// Selecting all hits at once.
extension InteractivePicker {
  /// The hits that can be marked together, in the order in which they are marked: all if the rules
  /// allow that, else those from the window's top on, and one more, by which the rules say why.
  var selectable: [PickerPhoto] {
    let state = picker.state
    let room = marks.selection.options.selectionRules.room(beside: marks.selection.count)
    let hits = state.hits
    let top = hits.count > room ? state.page.lowerBound : 0
    let candidates = [top..<hits.count, 0..<top].lazy.joined().lazy.map { hits[$0] }
      .filter { [hitMarks] in hitMarks.broken[$0.id] == nil && hitMarks.place(of: $0) == nil }
    return Array(candidates.prefix(room == .max ? room : room + 1))
  }

  /// Marks them; their headers are read. If all are marked already, takes their marks back.
  func selectAll() {
    let hits = selectable
    selectedTogether = []
    if hits.isEmpty {
      let marked = picker.state.hits.filter { hitMarks.place(of: $0) != nil }
      for hit in marked { _ = hitMarks.takeBack(hit) }
      if marked.isEmpty {
        send(.selectedTogether(text: PickerTexts.nothingThere, by: .selectAll))
      }
      return
    }
    for hit in hits {
      if let refusal = hitMarks.toggle(hit) {
        return send(.selectedTogether(text: refusal, by: .selectAll))
      }
      selectedTogether.append(hit)
    }
    send(.selectedTogether(text: nil, by: .selectAll))
  }

  /// Takes back what was marked together.
  func deselectAll() {
    for hit in selectedTogether { _ = hitMarks.takeBack(hit) }
    selectedTogether = []
  }
}
