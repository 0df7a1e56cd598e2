/// Photos that belong together, by folder and time.
package enum NextEvents {
  /// How much longer than the usual one a gap is where an event ends.
  private static let longGap = 8
  /// How long such a gap is at least, in seconds: six hours, less than a night.
  private static let leastGap = 6 * 3600

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
      for run in runs(of: dated.compactMap { photos[$0].time }) {
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

  /// - Parameter times: ascending.
  private static func runs(of times: [Int]) -> [Range<Int>] {
    guard !times.isEmpty else { return [] }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    let usual = gaps.sorted().dropFirst(gaps.count / 2).first ?? 0
    let least = max(leastGap, usual.multipliedReportingOverflow(by: longGap).partialValue)
    let starts = [0] + gaps.indices.filter { gaps[$0] > least }.map { $0 + 1 }
    return zip(starts, starts.dropFirst() + [times.count]).map { $0..<$1 }
  }
}
