internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoLayouts
internal import SystemPackage

/// Everything that the command line can choose about one collage, and the resources to use.
struct CollageArguments: ParsableArguments {
  @OptionGroup(title: "Layout") var layout: SettingArguments<LayoutSettings>

  @OptionGroup(title: "Layout") var order: OrderOption

  @Option(
    help: ArgumentHelp(
      "Use the layout in a file, as printed by --dry-run; - is standard input.",
      valueName: "file"))
  var layoutFile: RawPath?

  @OptionGroup(title: "Single photos") var ofPhotos: PhotoSettingArguments
  @OptionGroup(title: "Look") var look: LookOption
  @OptionGroup var common: CommonSettingArguments
  @OptionGroup(title: "Resources") var resources: ResourceOptions
  @OptionGroup var configuration: ConfigurationOptions

  var overrides: SettingOverrides<CollageOptions> {
    layout.overrides.merging(order.overrides).merging(ofPhotos.overrides)
      .merging(common.overrides)
  }

  /// Whether a setting of a name is given.
  func chooses(_ name: String) -> Bool {
    Setting<CollageOptions>.all.contains { $0.name == name && overrides[$0] != nil }
  }

  /// What was taken for something else than its option says.
  var notes: [String] { ofPhotos.notes }

  /// The files beside photos and layout that they name.
  var neededFiles: [NeededFile] { overrides.neededFiles }

  var choosesTemplate: Bool { overrides.choosesTemplate }

  /// The name of the first option that columns can't stand beside; nil if there is none.
  var againstColumns: String? { overrides.againstColumns }

  func validate() throws {
    try overrides.validate()
    let chosen = CollageChanges(
      look: try? look.chosen(in: configuration.settings), overrides: overrides,
      ofPhotos: ofPhotos.values, layout: nil)
    try chosen.validate(beside: layoutFile == nil ? [] : [.layoutFile])
  }

  /// What the command line chooses. Reads the layout file.
  func changes() throws -> CollageChanges {
    CollageChanges(
      look: try look.chosen(in: configuration.settings), overrides: overrides,
      ofPhotos: ofPhotos.values,
      layout: try layoutFile.map(Self.layout))
  }

  /// The options of no photo in particular, while none is chosen. Reads no layout.
  func options(writingTo output: FilePath?) throws -> CollageOptions {
    let settings = configuration.settings
    return try CollageChanges(
      look: look.chosen(in: settings), overrides: overrides, ofPhotos: [], layout: nil
    ).applied(to: settings.base(writingTo: output))
  }

  /// - Parameters:
  ///   - photos: all of them, in order.
  ///   - output: the file to write; nil for the library.
  func options(of photos: [PhotoAddress], writingTo output: FilePath?) throws -> CollageOptions {
    try changes().numbered(photos).options(
      over: configuration.settings.base(writingTo: output), photos: photos.count)
  }

  private static func layout(_ file: RawPath) throws(CommandFailure) -> LayoutFile {
    let path = file.path
    // The layout of a hundred photos takes a few kilobytes.
    let bytes = try path.readToEnd(limit: 16 << 20, as: "layout")
    do throws(LayoutFileError) {
      return try LayoutFile(bytes)
    } catch {
      throw CommandFailure(.usage, "\(path.displayed): \(error)")
    }
  }
}

extension CollageChanges {
  /// - Parameter others: what else was chosen that makes no sense beside a template.
  /// - Throws: when a template was chosen and something that makes no sense beside it.
  func validate(beside others: [TemplateConflict]) throws {
    guard overrides.choosesTemplate, let conflict = (others + templateConflicts).first else {
      return
    }
    throw ValidationError(conflict.ofOption)
  }
}

extension SettingOverrides<CollageOptions> {
  /// - Throws: when two settings contradict each other.
  func validate() throws {
    if hasSuperfluousLongSide {
      throw ValidationError(
        "--long-side works only with --canvas auto or a ratio; leave one of them out")
    }
  }
}
