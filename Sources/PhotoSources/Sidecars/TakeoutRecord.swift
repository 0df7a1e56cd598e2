internal import PhotoCodecs
internal import SafeText

/// Reads the JSON that Google's Takeout puts beside photos.
enum TakeoutRecord {
  /// What it says: when the photo was taken, who is on it, whether it is a favourite, and its
  /// description. Nil for what is no JSON; fields of other types count as missing.
  static func facts(in bytes: [UInt8]) -> StatedFacts? {
    guard let record = try? JSONDocument(bytes).value.object else { return nil }
    var facts = StatedFacts()
    let time = record["photoTakenTime"]?.object?["timestamp"]
    // A text, because other languages' numbers aren't that large.
    let seconds = time?.text.flatMap { Int($0) } ?? time?.wholeNumber
    facts.moments.original = seconds.flatMap { MomentTaken(unixTime: $0, .takeout) }
    facts.isFavourite = record["favorited"]?.bool == true
    facts.setPeople(
      (record["people"]?.list ?? []).compactMap { person in
        person.object?["name"]?.text.flatMap(line)
      })
    facts.setTitle(takeout: record["description"]?.text.flatMap(line))
    return facts
  }

  private static func line(_ text: String) -> String? {
    MetadataLine.text(Array(text.utf8)[...])
  }
}
