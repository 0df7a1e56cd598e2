package import Imaging
internal import PhotoCodecs
internal import SafeText

/// What a list shows of a saved collage's recipe.
package struct CollageSummary: Hashable, Sendable {
  /// Nil without a title, and for an empty one.
  package let title: String?
  /// The photos' file names, in order.
  package let photos: [String]
  package let canvas: PixelSize
  /// What the file says to those who don't see the collage, if somebody chose it; else its
  /// captions.
  package let words: String

  /// Nil for what is no recipe. Decoding all of it would take three times as long, and libraries
  /// have thousands.
  init?(_ record: RecipeRecord) {
    guard let recipe = (try? JSONDocument(Array(record.json.utf8)))?.value.object,
      let settings = recipe["settings"]?.object, settings["background"] != nil,
      let photos = recipe["photos"]?.list,
      let canvas = recipe["canvas"]?.object.flatMap(PixelSize.init), canvas.isAllowed
    else { return nil }
    // An empty title is none.
    title = settings["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    self.photos = photos.compactMap { $0.object?["name"]?.text }
    self.canvas = canvas
    // By default it says of every collage how its photos lie, which nobody looks for.
    let isChosen =
      settings["alt"] != nil
      || photos.contains { $0.object?["settings"]?.object?["alt"] != nil }
    let captions = (recipe["text"]?.object?["captions"]?.list ?? []).compactMap(\.text)
    words = isChosen ? record.statedDescription ?? "" : captions.joined(separator: "\n")
    guard self.photos.count == photos.count else { return nil }
  }
}

extension PixelSize {
  fileprivate init?(_ members: [String: JSONValue]) {
    guard let width = members["width"]?.wholeNumber, let height = members["height"]?.wholeNumber
    else { return nil }
    self.init(width: width, height: height)
  }
}
