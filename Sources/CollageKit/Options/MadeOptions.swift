internal import Imaging
internal import PhotoLayouts

/// What a collage really has, whatever was asked for: with a template, the paper that this is drawn
/// for, unless another canvas was chosen, and nothing that makes no sense beside it; with a bleed,
/// no narrow margin that nobody asked for.
package struct MadeOptions: Hashable, Sendable {
  package private(set) var options: CollageOptions

  package init(_ asked: CollageOptions) {
    // A collage by itself is the first one, and in the library has no name.
    var asked = asked.with(
      \.pictures.code,
      asked.pictures.code?.filled(name: "", number: 1, title: asked.text.title ?? ""))
    // Drivers take the numbers as they are.
    if asked.colour.palette != .none { asked.colour.space = .sRGB }
    guard let template = asked.pictures.template else {
      options = asked.withMarginForBleed
      return
    }
    options = asked
    options.dropTemplateConflicts()
    for place in options.photos.indices { options.photos[place].dropTemplateConflicts() }
    options.layout.tree = nil
    options.layout.placed = nil
    options.layout.leader = LayoutOptions().leader
    if options.layout.canvas == .auto, options.layout.longSide == nil,
      let paper = template.template?.paper
    {
      options.layout.canvas = .print(paper)
    }
  }

  /// A copy with one value changed.
  func with<Value>(_ path: WritableKeyPath<CollageOptions, Value>, _ value: Value) -> Self {
    var made = self
    made.options[keyPath: path] = value
    return made
  }

  /// The addresses of photos in the places that they fill: in those of a template that was read
  /// again and again.
  func placed<Address>(_ addresses: [Address]) -> [Address] {
    let pictures = options.pictures
    guard pictures.repeatsPhotos, let count = pictures.template?.template?.openings.count,
      !addresses.isEmpty, addresses.count < count
    else { return addresses }
    return (0..<count).map { addresses[$0 % addresses.count] }
  }

  /// The options of some photos for a number of places that they fill one after the other, again
  /// and again.
  func repeatingPhotos(_ chosen: Int, to count: Int) -> Self {
    guard !options.photos.isEmpty, chosen < count else { return self }
    return with(\.photos, (0..<count).map { options[photo: $0 % chosen] })
  }
}
