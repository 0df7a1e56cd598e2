extension PickerState {
  /// The number under which a photo was chosen, from 1; nil if it isn't marked.
  package func markNumber(of photo: PickerPhoto) -> Int? {
    marks.isEmpty ? nil : marks.firstIndex(of: photo).map { $0 + 1 }
  }

  /// Marks the hit at a place, or takes its mark back.
  mutating func toggleMark(at place: Int, _ rule: PhotoPicker.Rule) -> PickerRefusal? {
    guard hits.indices.contains(place) else { return .nothingThere }
    move(to: place)
    let photo = hits[place]
    if let index = marks.firstIndex(of: photo) {
      marks.remove(at: index)
      return nil
    }
    if let refusal = refusal(of: photo, marksAfter: marks.count + 1, rule) { return refusal }
    marks.append(photo)
    return nil
  }

  mutating func setBroken(_ photo: PickerPhoto, reason: String) {
    broken[photo.id] = reason
    marks.removeAll { $0 == photo }
  }

  /// The marked photos, or else the highlighted one.
  func choice(_ rule: PhotoPicker.Rule) -> Result<[PickerPhoto], PickerRefusal> {
    guard marks.isEmpty else { return .success(marks) }
    guard let photo = highlightedPhoto else { return .failure(.nothingThere) }
    return refusal(of: photo, marksAfter: 1, rule).map { .failure($0) } ?? .success([photo])
  }

  private func refusal(of photo: PickerPhoto, marksAfter count: Int, _ rule: PhotoPicker.Rule) -> PickerRefusal? {
    broken[photo.id].map { .broken($0) } ?? rule(count).map { .rule($0) }
  }
}
