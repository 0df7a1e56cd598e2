/// The keys of a screen, as help and the manual list them.
package struct KeyTable: Sendable {
  /// "In the picker (Ctrl-O)".
  package let title: String
  let hints: [KeyHint]

  package typealias Row = (keys: String, text: String)

  package var rows: [Row] { hints.map { ($0.keys, $0.explanation) } }

  package static let all = [
    KeyTable(title: "At the prompt", hints: LineHints.all),
    KeyTable(title: "While photos are arranged (Ctrl-T)", hints: ArrangingHints.all),
    KeyTable(title: "In the picker (Ctrl-O)", hints: PickerHints.all),
    KeyTable(
      title: "Where the picker shows one photo large (Ctrl-V)",
      hints: PickerHints.largeHints(true)),
    KeyTable(title: "Among saved collages (open)", hints: LibraryHints.all),
  ]
}
