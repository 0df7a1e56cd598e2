internal import Imaging
internal import PhotoLayouts
internal import SafeText

extension Setting {
  /// What is said of a text that is no valid value: the end of a sentence that begins with the
  /// setting.
  package func fault(of text: String) -> String {
    objection(to: text) ?? form.requirement + question(about: text)
  }

  /// "; did you mean 'polaroid'?"; empty where no value is like the text.
  package func question(about text: String) -> String {
    form.word(meantBy: text).map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension Tone {
  /// What people also call them.
  static let synonyms: [String: Self] = [
    "black-and-white": .grey, "bw": .grey, "gray": .grey, "grayscale": .grey, "greyscale": .grey,
    "mono": .grey, "monochrome": .grey,
  ]
}

extension CaptionPlace {
  /// What people also call them.
  static let synonyms: [String: Self] = [
    "beneath": .below, "frame": .border, "under": .below, "underneath": .below,
  ]
}

extension ScreenPalette {
  /// What is asked of those who name a kind of screens, and not its colours.
  static func objection(to text: String) -> String? {
    let word = text.lowercased()
    guard ["ink", "paper", "kindle"].contains(where: word.contains) else { return nil }
    return "must say which colours the screen has: spectra6 (six), acep (seven) or grey4 (four "
      + "greys)"
  }
}

extension Outline {
  /// Which part of a text such as `2%,navi` isn't valid; nil where it has no two parts.
  static func objection(to text: String) -> String? {
    let parts = text.parts(at: ",", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    if Length(parts[0]) == nil {
      return "has '\(parts[0].utf8.abridged)' for a width; write one such as 12, 2mm or 2%"
    }
    guard Colour(parts[1]) == nil else { return nil }
    let meant = SpellingSuggestion.nearest(to: parts[1], in: Colour.names)
    return "has '\(parts[1].utf8.abridged)' for a colour; "
      + (meant.map { "did you mean '\($0)'?" } ?? "write a name, #rgb[a] or #rrggbb[aa]")
  }
}

extension OverlayPlace {
  /// The word that was probably meant by one that is no place.
  fileprivate static func word(meantBy text: String) -> String? {
    let others: [String: OverlayPlace] = [
      "bottomleft": .bottomLeft, "bottomright": .bottomRight, "full": .cover, "fill": .cover,
      "lower-left": .bottomLeft, "lower-right": .bottomRight, "middle": .centre,
      "topleft": .topLeft, "topright": .topRight, "upper-left": .topLeft,
      "upper-right": .topRight,
    ]
    let word = text.lowercased()
    if let place = others[word] { return place.rawValue }
    // With its two words the other way round.
    let turned = word.split(separator: "-").reversed().joined(separator: "-")
    return OverlayPlace(rawValue: turned)?.rawValue
      ?? SpellingSuggestion.nearest(to: word, in: allCases.map(\.rawValue))
  }
}

extension OverlayChoice {
  /// Which part of a text such as `logo.png,middle,10%` isn't valid; nil where that can't be told.
  static func objection(to text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let last = parts.last, !parts[0].isEmpty else { return nil }
    let before = parts[parts.count - 2]
    if OverlayWidth(last) != nil {
      guard parts.count > 2 else {
        return "has a width without a place; write \(parts[0].utf8.abridged),auto,\(last)"
      }
      return isPlace(before) ? nil : objection(toPlace: before)
    }
    if parts.count > 2, isPlace(before) {
      return before.lowercased() == OverlayPlace.cover.rawValue
        ? nil : "has '\(last.utf8.abridged)' for a width; write one such as 15%, 300 or 20mm"
    }
    return isPlace(last) || last.contains { $0 == "." || $0 == "/" }
      ? nil : objection(toPlace: last)
  }

  private static func isPlace(_ word: String) -> Bool {
    OverlayPlace(text: word) != nil || word.lowercased() == automaticPlace
  }

  private static func objection(toPlace word: String) -> String {
    "has '\(word.utf8.abridged)' for a place; "
      + (OverlayPlace.word(meantBy: word).map { "did you mean '\($0)'?" }
        ?? "the places are \(placeNames)")
  }
}
