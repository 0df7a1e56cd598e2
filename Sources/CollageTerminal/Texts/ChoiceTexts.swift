package import CollageKit

/// The sentences about numbers of photos that the rules refuse, before any of them is read.
package enum ChoiceTexts {
  /// "12 photos are too many, because a collage has at most 6; add --best 6 for the best of them, or
  /// --all for all of them"
  ///
  /// - Parameter count: how many photos there are in folders and beside them.
  package static func refused(_ count: Int, _ rules: SelectionRules) -> String {
    let reason =
      count > rules.maxCount
      ? "\(FindTexts.count(count)) are too many, because a collage has at most \(rules.maxCount)"
      : "\(FindTexts.count(count)) can't be used, because a collage needs an even number"
    let best = rules.largestCount(upTo: min(count, rules.maxCount)).map {
      "--best \($0) for the best of them, or "
    }
    return "\(reason); add \(best ?? "")--all for all of them"
  }

  /// "--best 5: a collage needs an even number of photos; write --best 4 or add --any-count"
  package static func refusedBest(
    _ count: Int, _ refusal: Refusal, _ rules: SelectionRules
  ) -> String {
    let smaller = rules.largestCount(upTo: min(count, rules.maxCount)).map { "write --best \($0)" }
    let option = count > rules.maxCount ? "--max \(count)" : "--any-count"
    let isBoth = count > rules.maxCount && rules.needsEvenCount && count % 2 != 0
    return "--best \(count): \(refusal.reason); "
      + [smaller, "add \(option)" + (isBoth ? " --any-count" : "")].compactMap(\.self)
      .joined(separator: ", or ")
  }
}
