package import CollageKit
package import SystemPackage

/// The sentences about numbers of photos that the rules refuse, before any of them is read.
package enum ChoiceTexts {
  /// "12 photos are too many, because a collage has at most 6; add --best 6 for the best of them,
  /// or --all for all of them"
  ///
  /// With more photos below a folder: "Family: 1 photo, and 4 in folders below it; add --best 4 for
  /// the best of them, or --recursive --all for all 5".
  ///
  /// - Parameters:
  ///   - count: how many photos there are in folders and beside them.
  ///   - below: how many there are in folders below.
  ///   - folder: the only thing that was named; nil if that is more than a folder.
  ///   - collages: those of the photos that were named and are collages of this program.
  package static func refused(
    _ count: Int, below: Int, in folder: FilePath?, collages: [FilePath], _ rules: SelectionRules
  ) -> String {
    let photos =
      FindTexts.count(count) + (collages.isEmpty ? "" : ", of which \(collages.asCollages),")
    if below > 0 {
      let best = rules.largestCount(upTo: min(count + below, rules.maxCount)).map {
        "--best \($0) for the best of them, or "
      }
      let place = folder.map { "\($0.displayed): " } ?? ""
      return
        "\(place)\(photos)\(collages.isEmpty ? "," : "") and \(below.grouped) in folders below "
        + (folder == nil ? "those named" : "it")
        + "; add \(best ?? "")--recursive --all for all \((count + below).grouped)"
    }
    let reason =
      count > rules.maxCount
      ? "\(photos) are too many, because a collage has at most \(rules.maxCount)"
      : "\(photos) can't be used, because a collage needs an even number"
    let best = rules.largestCount(upTo: min(count, rules.maxCount)).map {
      "--best \($0) for the best of them, or "
    }
    return "\(reason); add \(best ?? "")--all for all of them"
  }

  /// A note on photos that were named and are collages of this program: a line, or nothing.
  package static func notes(on collages: [FilePath]) -> [String] {
    collages.isEmpty ? [] : ["note: \(collages.asCollages) made by collage"]
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
