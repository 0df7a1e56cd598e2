internal import CollageKit
internal import PhotoLayouts

/// What a command line chooses for a collage, to be applied to other options.
struct CollageChanges: Sendable {
  let overrides: SettingOverrides<CollageOptions>
  let ofPhotos: [NumberedValue]
  /// The given layout; nil if there is none.
  let layout: LayoutFile?

  /// The highest photo number that an option may name before the photos are chosen.
  private static let maxPhotos = 10_000

  var isEmpty: Bool { overrides.isEmpty && ofPhotos.isEmpty && layout == nil }

  /// - Parameters:
  ///   - base: provides the options that aren't chosen here.
  ///   - count: the number of photos; nil if they aren't chosen yet.
  func options(over base: CollageOptions, photos count: Int?) throws(CommandFailure)
    -> CollageOptions
  {
    var options = base
    // The rank of a layout is meaningless for another style.
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
