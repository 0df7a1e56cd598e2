internal import CollageKit
internal import PhotoSources

/// Choosing the best of the photos that a picker has found.
struct BestChoice {
  let comparison: PhotoComparison
  /// What is selected meanwhile: another selection has other room, and other photos similar to it.
  let selection: Selection
  /// Those that were chosen, until their headers are read and they are marked; nil as long as
  /// photos are compared.
  var chosen: [PickerPhoto]?
}
