internal import CollageKit

/// How settings of single photos are set, as answers and help say it.
extension PromptTexts {
  /// "; 'turn 2 right' changes it": how to set what was only asked for.
  static func example(of setting: Setting<PhotoOptions>, at place: Int, _ voice: Voice) -> String {
    let values = [
      "alt": "The Colosseum at night", "caption": "In the rain", "focus": "left",
      "keep-whole": "on", "turn": "right", "weight": "3", "zoom": "1.5",
    ]
    guard let value = values[setting.name] else { return "" }
    let command = "\(setting.name) \(place) \(value)"
    return voice == .spoken ? " \(command) changes it." : "; '\(command)' changes it"
  }

  /// What undo does after a save, in which nothing is lost.
  static let afterSave = "after a save it brings the saved collage back, to be changed"

  /// Lines of help on settings of photos, behind their own.
  static let notes: [String: [String]] = [
    "focus": [
      "focus 2 left keeps the left side of photo 2; also right, top, bottom and centre",
      "focus 2 .3 .5 keeps a point, in shares of the photo from its top left corner",
      "focus 2 auto leaves it to the faces again",
    ],
    "keep-whole": [
      "keep-whole 2 doesn't crop photo 2, keep-whole 2 off crops it again; keep-whole all for all"
    ],
    "weight": [
      "weight 1 3 makes photo 1 about three times as large as the others, as far as photos can be "
        + "cropped", "from 0.01 to 100, 1 by default; weight rating follows their stars",
    ],
    "zoom": [
      "zoom 2 1.5 shows photo 2 one and a half times as large in its frame, and less of it",
      "focus 2 left and so on say which part; zoom 2 1 shows all that has room again",
    ],
  ]
}
