/// The keys and search words that the picker shows.
extension PickerModel {
  /// Whether the help, if the user asks for it, covers the photos.
  var coversPhotos: Bool { askedHelp.isShown && geometry.helpColumn == nil }

  /// The help with its place; nil where none is shown. As long as the collage has no photo, its
  /// place shows the help anyway.
  func help(_ world: some PickerWorld) -> PickerHelp? {
    helpPlace(world).map { area in
      let rows = helpRows(world, in: area)
      let start = min(askedHelp.start ?? 0, max(rows.count - 1, 0))
      return PickerHelp(
        area: area, rows: Array(rows.dropFirst(start)), isAsked: askedHelp.isShown)
    }
  }

  private func helpPlace(_ world: some PickerWorld) -> CellArea? {
    if askedHelp.isShown { return geometry.helpColumn ?? geometry.largePicture }
    return isLarge || world.hasMarks ? nil : geometry.collage
  }

  private func helpRows(_ world: some PickerWorld, in area: CellArea) -> [String] {
    PickerTexts.help(hints(world), columns: area.inside.columns)
  }

  mutating func showHelp(_ world: some PickerWorld) {
    let area = helpPlace(world) ?? geometry.largePicture
    askedHelp.showMore(rows: helpRows(world, in: area).count, room: area.inside.rows)
    fit(world)
  }

  /// Scrolls the help that the user has asked for, if the key does that and not all of it fits.
  mutating func scrollHelp(_ key: PickerKey, _ world: some PickerWorld) -> Bool {
    guard askedHelp.isShown, let area = helpPlace(world) else { return false }
    let (rows, room) = (helpRows(world, in: area).count, area.inside.rows)
    guard rows > room else { return false }
    let distance: Int
    switch key {
    case .move(.pages(let pages)): distance = pages * room
    case .scroll(let step, let row, let column) where area.contains(row: row, column: column):
      distance = step
    default: return false
    }
    askedHelp.scroll(by: distance, rows: rows, room: room)
    return true
  }
}
