/// Photos that belong together, by folder and time.
package enum NextEvents {
  /// For each photo the number of its event.
  ///
  /// An event ends where a gap is much longer than the median gap of the folder, as pages do.
  /// Photos of a folder of which only the file tells a time are one event.
  package static func numbers(of photos: [NextPhoto]) -> [Int] {
    var numbers = [Int](repeating: 0, count: photos.count)
    var next = 0
    let folders = Dictionary(grouping: photos.indices) { photos[$0].folder }
    for places in folders.values.sorted(by: { $0[0] < $1[0] }) {
      let undated = places.filter { photos[$0].time == nil }
      let dated = places.filter { photos[$0].time != nil }
        .sorted { (photos[$0].time ?? 0, $0) < (photos[$1].time ?? 0, $1) }
      for run in PageBreaks.atEvents(of: dated.compactMap { photos[$0].time }) {
        for place in run { numbers[dated[place]] = next }
        next += 1
      }
      if !undated.isEmpty {
        for place in undated { numbers[place] = next }
        next += 1
      }
    }
    return numbers
  }
}
