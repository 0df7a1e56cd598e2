internal import CollageKit
internal import PhotoLayouts

/// What a command line chooses about a collage, to be laid over other options.
struct CollageChanges: Sendable {
  let overrides: SettingOverrides<CollageOptions>
  let ofPhotos: [NumberedValue]
  /// A layout that was given; nil for none.
  let layout: LayoutFile?

  /// The highest photo number that an option may name while the photos are not chosen yet.
  private static let maxPhotos = 10_000

  var isEmpty: Bool { overrides.isEmpty && ofPhotos.isEmpty && layout == nil }

  /// - Parameters:
  ///   - base: the options where nothing is chosen.
  ///   - count: how many photos there are; nil when they are not chosen yet.
  func options(over base: CollageOptions, photos count: Int?) throws(CommandFailure)
    -> CollageOptions
  {
    var options = base
    // A rank means nothing for another kind of layout.
    if overrides.choosesLayout || layout != nil { options.layout.pick = 1 }
    overrides.apply(to: &options)
    let count = count ?? min(options.rules.maxCount, Self.maxPhotos)
    for photo in ofPhotos {
      guard photo.number <= count else {
        throw CommandFailure(
          .usage,
          "there is no photo \(photo.number) for --\(photo.setting.name); "
            + (count == 0 ? "no photos are given" : "give a number from 1 to \(count)"))
      }
      photo.value.apply(&options[photo: photo.number - 1])
    }
    if let layout {
      options.layout.tree = layout.tree
      if !overrides.choosesCanvas, let canvas = layout.canvas {
        options.layout.canvas = .pixels(canvas)
      }
    }
    return options
  }
}
