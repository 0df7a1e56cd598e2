package import PhotoLayouts

/// What the user chooses about a collage, to be laid over other options.
package struct CollageChanges: Sendable {
  /// Nil to keep the values that there are.
  let look: Look?
  /// What was given beside the look, and wins.
  package let overrides: SettingOverrides<CollageOptions>
  let ofPhotos: [NumberedValue]
  /// A layout that was given; nil for none.
  let layout: LayoutFile?

  /// The highest photo number that an option may name while the photos are not chosen yet.
  private static let maxPhotos = 10_000

  package init(
    look: Look? = nil, overrides: SettingOverrides<CollageOptions>, ofPhotos: [NumberedValue],
    layout: LayoutFile?
  ) {
    self.look = look
    self.overrides = overrides
    self.ofPhotos = ofPhotos
    self.layout = layout
  }

  package var isEmpty: Bool {
    look == nil && overrides.isEmpty && ofPhotos.isEmpty && layout == nil
  }

  package var choosesFont: Bool { overrides.choosesFont || look?.choosesFont == true }

  /// - Parameter base: the options where nothing is chosen.
  package func applied(to base: CollageOptions) -> CollageOptions {
    var options = base
    look?.apply(to: &options)
    // A rank means nothing for another kind of layout.
    if overrides.choosesLayout || layout != nil { options.layout.pick = 1 }
    overrides.apply(to: &options)
    return options
  }

  /// The options of pages, whose defaults are others.
  ///
  /// - Parameters:
  ///   - defaults: what the user has set for all collages. Paper stays the pages' own where they
  ///     choose none.
  ///   - hasTemplate: whether a template is chosen elsewhere, which decides the canvas.
  ///   - count: how many photos there are; nil when they are not chosen yet.
  package func options(
    ofPages pages: PageOptions, over defaults: CollageChanges? = nil, hasTemplate: Bool = false,
    photos count: Int?
  ) throws(ImpossibleChange) -> CollageOptions {
    let basis = pages.basis
    var base = defaults?.applied(to: basis) ?? basis
    if base.printSize == nil { base.layout.canvas = basis.layout.canvas }
    // The output's name says it.
    base.encoding.format = nil
    if hasTemplate || overrides.choosesTemplate { base.layout.canvas = .auto }
    return try options(over: base, photos: count)
  }

  /// - Parameters:
  ///   - base: the options where nothing is chosen.
  ///   - count: how many photos there are; nil when they are not chosen yet.
  package func options(
    over base: CollageOptions, photos count: Int?
  ) throws(ImpossibleChange) -> CollageOptions {
    var options = applied(to: base)
    if options.pictures.template != nil, let conflict = templateConflicts.first {
      throw .besideTemplate(conflict)
    }
    let count = count ?? min(options.rules.maxCount, Self.maxPhotos)
    for photo in ofPhotos {
      for number in try Self.numbers(of: photo, count: count) {
        photo.value.apply(&options[photo: number - 1])
      }
    }
    if let layout {
      options.layout.tree = layout.tree
      if !overrides.choosesCanvas, let canvas = layout.canvas {
        options.layout.canvas = .pixels(canvas)
      }
    }
    return options
  }

  /// The same over the options of a saved collage: a canvas that has a size keeps its shape, and its
  /// paper, where only its long side is chosen.
  package func options(
    overSaved base: CollageOptions, photos count: Int?
  ) throws(ImpossibleChange) -> CollageOptions {
    let options = try options(over: base, photos: count)
    guard let side = overrides.choice("long-side").flatMap({ Int($0) }), layout == nil,
      overrides.choice("canvas") == nil, overrides.choice("template") == nil,
      let canvas = base.layout.canvas.scaled(toLongSide: side)
    else { return options }
    return options.with(\.layout.canvas, canvas)
  }

  /// The numbers of the photos that a value is for, from 1.
  private static func numbers(
    of photo: NumberedValue, count: Int
  ) throws(ImpossibleChange) -> Range<Int> {
    if case .text(let name) = photo.photo {
      throw .noPhotoNamed(name, photo, matching: [], count: count, meant: nil)
    }
    guard let number = photo.number else { return 1..<count + 1 }
    if number > count { throw .noSuchPhoto(number, photo, count: count) }
    return number..<number + 1
  }
}

/// Why options can't be changed.
package enum ImpossibleChange: Error, Hashable, Sendable {
  /// A value was given for a photo that isn't there.
  ///
  /// - Parameter count: how many photos there are.
  case noSuchPhoto(Int, NumberedValue, count: Int)
  /// A value was given for a photo by a name that none has, or several.
  ///
  /// - Parameters:
  ///   - matching: the numbers of the photos that the name could mean, from 1.
  ///   - count: how many photos there are.
  ///   - meant: the file name that was probably meant; nil if none is like it.
  case noPhotoNamed(String, NumberedValue, matching: [Int], count: Int, meant: String?)
  /// The collage has a template.
  case besideTemplate(TemplateConflict)
}
