internal import CollageKit
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SystemPackage

/// What the picture shows, and what has become of it.
extension PromptTexts {
  static let nothingToDescribe = "There are no photos, so there is no picture to describe."

  /// - Parameters:
  ///   - isSaved: whether the picture is that of the collage that was just saved.
  ///   - voice: how numbers are said.
  static func description(
    _ picture: PictureDescription, _ plan: CollagePlan, of selection: Selection,
    _ state: SelectionState, isSaved: Bool, _ voice: Voice
  ) -> [String] {
    let layout = layout(selection.options.layout, choices: plan.choices)
    let template = selection.options.pictures.template.map {
      "the template \($0.address.name?.displayed ?? $0.address.displayed)"
    }
    return [
      isSaved ? "The collage with \(count(selection.count)) is saved." : Self.state(state),
      "It is \(voice.size(picture.canvas)) pixels, \(Voice.megapixels(picture.canvas)), in "
        + (template ?? "the layout \(layout)") + ".",
      selection.options.text.title.map { "Title: \(OwnerWords.shown($0))." } ?? "",
    ].filter { !$0.isEmpty } + picture.parts.map { line(about: $0, voice) }
  }

  private static func count(_ photos: Int) -> String { FindTexts.count(photos) }

  /// "At the top left: photo 1, beach.jpg, 5 percent cropped, 2 people. Caption: Rome."
  private static func line(about part: PictureDescription.Part, _ voice: Voice) -> String {
    var parts = ["photo \(part.number)", part.photo.name]
    if part.photo.isMissing { parts.append("missing") }
    parts.append(cropped(part.croppedShare, voice))
    if let people = people(in: part) { parts.append(people) }
    let caption = part.caption.isEmpty ? "" : " Caption: \(OwnerWords.shown(part.caption))."
    return "\(part.place.phrase.withCapital): \(parts.joined(separator: ", "))." + caption
  }

  private static func cropped(_ share: Double, _ voice: Voice) -> String {
    share < 0.005 ? "not cropped" : "\(voice.percent(share)) cropped"
  }

  /// "with Ann and Bob", "2 people"; nil if nobody is known.
  private static func people(in part: PictureDescription.Part) -> String? {
    let names = part.photo.owner.people
    if !names.isEmpty { return "with \(OwnerWords.people(names))" }
    return switch part.faces {
    case 0: nil
    case 1: "1 person"
    default: "\(part.faces) people"
    }
  }

  // MARK: One photo

  static func details(
    _ part: PictureDescription.Part, _ options: PhotoOptions, _ voice: Voice
  ) -> [String] {
    let photo = part.photo
    let owner = photo.owner
    let format = photo.isMissing ? "missing" : photo.header.format.rawValue.uppercased()
    let settings =
      voice == .spoken
      ? spokenDifferences(of: options) : StatusRow.differences(of: options)
    var lines = [
      line(about: part, voice),
      "It takes \(voice.percent(part.share)) of the picture.",
      "The file is \(photo.address.displayed), \(format), \(voice.size(photo.size)) pixels, "
        + "\(Voice.megapixels(photo.size)).",
    ]
    if let day = owner.moment?.dayInWords {
      lines.append(
        owner.moment?.source == .file ? "The file is from \(day)." : "It was taken on \(day).")
    }
    if let title = owner.title { lines.append("Its title is \(OwnerWords.shown(title)).") }
    let written = [owner.altText, owner.description].compactMap(\.self)
      .map(OwnerWords.shown).filter { !$0.isEmpty && $0 != owner.title.map(OwnerWords.shown) }
    if let first = written.first { lines.append("Its owner says: \(first)") }
    if let second = written.dropFirst().first, second != written[0] {
      lines.append("Also: \(second)")
    }
    if !owner.keywords.isEmpty {
      let keywords = owner.keywords.prefix(30).map(OwnerWords.shown).joined(separator: ", ")
      lines.append("Its keywords are \(keywords).")
    }
    let opinion = OwnerWords.opinion(of: owner)
    if !opinion.isEmpty { lines.append("Its owner's opinion: \(opinion.joined(separator: ", ")).") }
    if let camera = photo.header.camera {
      lines.append("The camera is \(OwnerWords.shown(camera)).")
    }
    if !settings.isEmpty { lines.append("Its settings: \(settings.joined(separator: ", ")).") }
    return lines
  }

  // MARK: Changes

  static let noChangeYet = "Nothing has changed the picture yet."
  static let emptied = "The picture is empty now."

  /// - Parameter settings: the settings that have changed, with their values; nil for none.
  static func changes(
    _ difference: PictureDifference, settings: String?, _ voice: Voice
  ) -> [String] {
    var lines: [String] = []
    if let settings { lines.append("Changed: \(settings).") }
    if let former = difference.formerCanvas {
      lines.append(
        "The picture is \(voice.size(difference.canvas)) pixels now, before "
          + "\(voice.size(former)).")
    }
    lines += difference.removed.map {
      "\($0.photo.name), which was \($0.place.phrase), is gone."
    }
    lines += difference.added.map {
      "Photo \($0.number), \($0.photo.name), is new, \($0.place.phrase)."
    }
    lines += difference.changes.map { sentence(about: $0, voice) }
    if difference.isNothing {
      return lines + ["All photos lie where they were, and show the same."]
    }
    switch difference.unchangedCount {
    case 0: break
    case 1: lines.append("1 photo is as it was.")
    case let count: lines.append("\(count) photos are as they were.")
    }
    return lines
  }

  /// "Photo 1, a.jpg, moved from the top left to the bottom right, and is larger: …"
  private static func sentence(
    about change: PictureDifference.Change, _ voice: Voice
  ) -> String {
    var parts: [String] = []
    if let former = change.formerPlace {
      parts.append("moved from \(former.words) to \(change.place.words)")
    } else {
      parts.append("is still \(change.place.phrase)")
    }
    if let former = change.formerNumber { parts.append("was photo \(former)") }
    if change.isTurned { parts.append("is turned") }
    if let size = change.size {
      let word = size.to > size.from ? "larger" : "smaller"
      parts.append(
        "is \(word), \(voice.percent(size.to)) of the picture, before \(voice.percent(size.from))")
    }
    if let crop = change.crop {
      parts.append("is \(cropped(crop.to, voice)), before \(cropped(crop.from, voice))")
    } else if change.showsOtherPart {
      parts.append("shows another part")
    }
    if change.formerCaption != nil {
      parts.append(
        change.caption.isEmpty
          ? "has no caption any more" : "has the caption \(OwnerWords.shown(change.caption))")
    }
    return "Photo \(change.number), \(change.photo.name), \(parts.joined(separator: "; "))."
  }
}
