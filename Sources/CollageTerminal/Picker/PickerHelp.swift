/// The keys and search words that a picker shows, with their place on the screen.
struct PickerHelp {
  let area: CellArea
  /// From the one that is shown first; there may be more than fit.
  let rows: [String]
  /// Whether the user has asked for it.
  let isAsked: Bool
}
