internal import PhotoLayouts

extension LayoutOptions {
  /// "mosaic", "file" for a layout that was given, "mosaic, arranged by hand".
  var shownName: String { isArranged ? "\(style.rawValue), arranged by hand" : name }
}
