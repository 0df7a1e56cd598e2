internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// Everything that the command line can choose about one collage, and the resources to use.
struct CollageArguments: ParsableArguments {
  @OptionGroup(title: "Layout") var layout: SettingArguments<LayoutSettings>

  @Option(
    help: ArgumentHelp(
      "Lay photos out as a file says, such as --dry-run prints; - is standard input.", valueName: "file"))
  var layoutFile: RawPath?

  @OptionGroup(title: "Single photos") var ofPhotos: PhotoSettingArguments
  @OptionGroup(title: "Look") var look: SettingArguments<LookSettings>
  @OptionGroup(title: "Encoding") var encoding: SettingArguments<EncodingSettings>
  @OptionGroup(title: "Which photos are taken") var photos: SettingArguments<PhotoSettings>
  @OptionGroup(title: "Resources") var resources: ResourceOptions

  private var overrides: SettingOverrides<CollageOptions> {
    layout.overrides.merging(look.overrides).merging(encoding.overrides).merging(photos.overrides)
  }

  func validate() throws { try overrides.validate() }

  /// The highest photo number that an option may name while the photos are not chosen yet.
  private static let maxPhotos = 10_000

  /// - Parameter count: how many photos there are; nil when they are not chosen yet.
  func options(photos count: Int? = nil) throws(CommandFailure) -> CollageOptions {
    var options = CollageOptions()
    overrides.apply(to: &options)
    let count = count ?? min(options.rules.maxCount, Self.maxPhotos)
    for photo in ofPhotos.values {
      guard photo.number <= count else {
        throw CommandFailure(
          .usage,
          "there is no photo \(photo.number) for --focus, --weight or --keep-whole; "
            + (count == 0 ? "no photos are given" : "give a number from 1 to \(count)"))
      }
      photo.value.apply(&options[photo: photo.number - 1])
    }
    if let layoutFile { try apply(layoutFile.path, to: &options.layout) }
    return options
  }

  private func apply(_ path: FilePath, to options: inout LayoutOptions) throws(CommandFailure) {
    let bytes: [UInt8]
    do throws(Errno) {
      // The layout of a hundred photos takes a few kilobytes.
      bytes = try path.readToEnd(limit: 16 << 20)
    } catch {
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput, "\(path.displayed): reading the layout failed: \(error)")
    }
    do throws(LayoutFileError) {
      let file = try LayoutFile(bytes)
      options.tree = file.tree
      if !layout.overrides.choosesCanvas, let canvas = file.canvas { options.canvas = .pixels(canvas) }
    } catch {
      throw CommandFailure(.usage, "\(path.displayed): \(error)")
    }
  }
}

extension SettingOverrides<CollageOptions> {
  /// - Throws: when two settings contradict each other.
  func validate() throws {
    if hasSuperfluousLongSide {
      throw ValidationError("--long-side goes with --canvas auto or a ratio; leave one of them out")
    }
  }
}
