internal import Imaging
internal import PhotoLayouts

extension CollagePlan {
  /// Why the focus that was chosen for a photo moves nothing in this layout; nil where it does, and
  /// where none was chosen.
  ///
  /// - Parameter place: of the photo, from 0.
  package func idleFocus(ofPhoto place: Int) -> String? {
    guard placements.indices.contains(place), let focus = placements[place].focus,
      focus != .centre
    else { return nil }
    let (crop, photo) = (placements[place].crop, placements[place].photo.size)
    let isCroppedAcross = crop.width < Double(photo.width) - 1
    let isCroppedDown = crop.height < Double(photo.height) - 1
    let movesAcross = isCroppedAcross && focus.x != FocusPoint.centre.x
    let movesDown = isCroppedDown && focus.y != FocusPoint.centre.y
    if movesAcross || movesDown { return nil }
    let sides =
      switch (isCroppedAcross, isCroppedDown) {
      case (false, false): ""
      case (false, true): " at the sides"
      case (true, false): " at the top or bottom"
      // Only a point in the middle moves nothing then.
      case (true, true): ""
      }
    return "photo \(place + 1) isn't cropped\(sides) in this layout"
  }

  /// That cells stay empty, and which ones wouldn't; nil where none does.
  package var emptyCells: String? {
    guard template == nil, options.tree == nil, let cells = options.cells else { return nil }
    let empty = cells.count - photoCount
    guard empty > 0 else { return nil }
    let isAre = empty == 1 ? "is" : "are"
    let columns = (1...photoCount).filter { photoCount.isMultiple(of: $0) }
      .min { abs($0 - cells.columns) < abs($1 - cells.columns) }
    return "\(empty) of \(cells.count.cells) \(isAre) empty"
      + (columns.map { "; \($0)x\(photoCount / $0) has none" } ?? "")
  }
}

extension Int {
  /// "1 cell", "6 cells".
  var cells: String { self == 1 ? "1 cell" : "\(self) cells" }
}
