internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Imaging
internal import PhotoCodecs

/// `collage library show`: an asset's recipe.
struct LibraryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a saved collage was made of.")

  @OptionGroup var argument: AssetArgument

  @Flag(help: "Print the recipe as one line of JSON.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let asset = try argument.asset()
    let recipe: Recipe
    do throws(LibraryError) {
      recipe = try asset.recipe()
    } catch {
      guard case .unknownRecipe(_, let version) = error, Version.isNewer(version) else {
        throw error
      }
      return try StandardOutput.answer(newer(asset, version))
    }
    let alt = try asset.statedDescription()
    let report: Report = ["id": asset.id.text, "recipe": recipe, "alt": alt]
    let altLine = alt.map { ["alt         \(shown($0))"] } ?? []
    try StandardOutput.answer(json ? [report.json] : lines(asset, recipe) + altLine)
  }

  /// What can be shown of a recipe that only a newer version understands.
  private func newer(_ asset: Asset, _ version: String) throws -> [String] {
    let summary = try asset.summary()
    if json {
      let report: Report = [
        "id": asset.id.text, "needs": version, "title": summary.title, "photos": summary.photos,
      ]
      return [report.json]
    }
    return [
      "id          \(asset.id)",
      "file        \(asset.path.displayed)",
      "canvas      \(summary.canvas)",
      "version     \(shown(version)), newer than this program, \(Version.current)",
    ] + (summary.title.map { ["title       \(shown($0))"] } ?? [])
      + summary.photos.enumerated().map { "photo \($0 + 1)     \(shown($1))" }
  }

  private func lines(_ asset: Asset, _ recipe: Recipe) -> [String] {
    let isLossless = recipe.settings["lossless"] == "on"
    let quality = recipe.settings["quality"].map { ", quality \(shown($0))" } ?? ""
    let level = recipe.settings["compression"].flatMap {
      $0 == "\(Compression.default.level)" ? nil : ", compression \(shown($0))"
    }
    return [
      "id          \(asset.id)",
      "file        \(asset.path.displayed)",
    ] + saved(asset) + words(recipe) + [
      "canvas      \(recipe.canvas)",
      "layout      \(shown(recipe.layoutName))\(weights(of: recipe))",
      "background  \(shown(recipe.text(of: "background")))",
      "format      \(shown(recipe.text(of: "format")))\(isLossless ? ", lossless" : "")"
        + "\(quality)\(level ?? "")\(hdr(of: asset))",
      "version     \(shown(recipe.version))",
    ] + others(recipe) + print(recipe) + pictures(recipe)
      + recipe.photos.enumerated().flatMap { photo($1, at: $0, in: recipe) }
  }

  /// When it was saved, how large its file is, and in which albums it is.
  private func saved(_ asset: Asset) -> [String] {
    guard let listed = asset.listed else { return [] }
    let isOfLibrary = if case .id = argument.collage { true } else { false }
    let albums = isOfLibrary ? (try? argument.library.resolved().albums(of: asset)) ?? [] : []
    return ["saved       \(listed.dateText), \(listed.bytes.asBytes)"]
      + (albums.isEmpty ? [] : ["albums      \(albums.map(\.nameText).joined(separator: ", "))"])
  }

  /// Settings that no other line tells and that aren't as usual.
  private func others(_ recipe: Recipe) -> [String] {
    let told: Set = [
      "canvas", "layout", "background", "format", "quality", "compression", "lossless", "hdr",
      "title", "weight", "alt",
    ]
    let values = Setting<CollageOptions>.all.compactMap { setting -> String? in
      guard setting.group != .print, !told.contains(setting.name),
        let value = recipe.asked(setting.name), value != setting.defaultText
      else { return nil }
      return "\(setting.name) \(shown(value))"
    }
    return values.isEmpty ? [] : ["settings    \(values.joined(separator: ", "))"]
  }

  /// ", weight rating" where sizes follow stars.
  private func weights(of recipe: Recipe) -> String {
    recipe.settings["weight"].map { ", weight \(shown($0))" } ?? ""
  }

  /// What lies beyond the canvas, and on what paper.
  private func print(_ recipe: Recipe) -> [String] {
    let names = Setting<CollageOptions>.all.filter { $0.group == .print }.map(\.name)
    let values = names.compactMap { name in
      recipe.settings[name].map { $0 == "on" ? name : "\(name) \(shown($0))" }
    }
    return values.isEmpty ? [] : ["print       \(values.joined(separator: ", "))"]
  }

  /// ", HDR, 2.3 stops" for a file with a gain map.
  private func hdr(of asset: Asset) -> String {
    asset.headroom.map { ", HDR, \($0.text(decimals: 1)) stops" } ?? ""
  }

  private func words(_ recipe: Recipe) -> [String] {
    guard let title = recipe.settings["title"], !title.isEmpty else { return [] }
    return ["title       \(shown(title))"]
  }

  /// Those beside the photos.
  private func pictures(_ recipe: Recipe) -> [String] {
    let template = recipe.template.map { "template    \(shown($0.name))  \($0.size)" }
    let overlay = recipe.overlay.map {
      "overlay     \(shown($0.picture.name))  \(shown($0.place)), \(shown($0.width))"
    }
    return [template, overlay].compactMap(\.self)
  }

  private func photo(_ photo: Recipe.Entry, at index: Int, in recipe: Recipe) -> [String] {
    let frame = photo.frame.bounds
    let caption = recipe.text?.captions.dropFirst(index).first ?? ""
    let line =
      "photo \(index + 1)     \(shown(photo.name))  \(photo.size.width)x\(photo.size.height)  in "
      + "\(frame.width)x\(frame.height) at \(frame.x),\(frame.y)  sha256 \(shown(photo.sha256))"
    let settings = settings(of: photo)
    return [line] + (settings.isEmpty ? [] : ["  with      \(settings.joined(separator: ", "))"])
      + (caption.isEmpty ? [] : ["caption \(index + 1)   \(shown(caption))"])
  }

  /// What was asked for one photo, apart from its caption: "zoom 2", "keep-whole".
  private func settings(of photo: Recipe.Entry) -> [String] {
    Setting<PhotoOptions>.all.compactMap { setting in
      guard setting.name != "caption", let value = photo.asked(setting.name),
        value != setting.defaultText
      else { return nil }
      return setting.form.isFlag ? setting.name : "\(setting.name) \(shown(value))"
    }
  }
}

/// The text, made safe for a terminal, because the file may come from anywhere.
private func shown(_ text: String) -> String { Array(text.utf8).displayed }
