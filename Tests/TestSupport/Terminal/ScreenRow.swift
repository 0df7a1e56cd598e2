/// A row that has left the screen, or may leave it.
struct ScreenRow {
  var cells: [ScreenCell]
  /// Whether a line that was too long for the screen goes on in the next row.
  var isContinued = false
}
