/// What a user types to a list that is read out ten at a time.
enum ListAnswer: Hashable {
  /// An empty line.
  case done
  case leave
  case numbers(ClosedRange<Int>)
  /// A name that may look like a number or a command: `=12`.
  case name(String)
  case more
  case back
  /// Ends the search.
  case all
  case chosen
  case help
  /// Words to search for.
  case words(String)

  init(_ line: String) {
    let line = String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let commands: [String: ListAnswer] = [
      "": .done, "quit": .leave, "exit": .leave, "more": .more, "back": .back, "all": .all,
      "chosen": .chosen, "help": .help, "?": .help,
    ]
    if let command = commands[line.lowercased()] {
      self = command
    } else if line.hasPrefix("=") {
      self = .name(String(line.dropFirst().drop { $0 == " " }))
    } else {
      self = Self.numbers(in: line).map { .numbers($0) } ?? .words(line)
    }
  }

  /// `3` or `3-6`, but not `2024-07`, which is a date.
  private static func numbers(in line: String) -> ClosedRange<Int>? {
    let ends = line.split(separator: "-", omittingEmptySubsequences: false).map { end in
      end.allSatisfy { $0.isASCII && $0.isNumber } ? Int(end) : nil
    }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last
    else { return nil }
    return first...last
  }
}

/// The pages of a list that is read out ten at a time.
struct SpokenPages {
  private static let size = 10

  let count: Int
  private var start = 0

  init(count: Int) { self.count = count }

  /// The indices of the page, from 0.
  var page: Range<Int> { start..<min(start + Self.size, count) }

  /// Goes on to the next page; false at the end.
  mutating func advance() -> Bool {
    guard page.upperBound < count else { return false }
    start += Self.size
    return true
  }

  /// Goes back to the page before; false on the first.
  mutating func goBack() -> Bool {
    guard start > 0 else { return false }
    start -= Self.size
    return true
  }

  /// "1 to 10 of 38 photos", "3 photos".
  ///
  /// - Parameter things: the count with its noun.
  func title(_ things: String) -> String {
    if count <= Self.size { return "\(things)." }
    return page.count == 1
      ? "Number \(page.upperBound) of \(things)."
      : "\(page.lowerBound + 1) to \(page.upperBound) of \(things)."
  }
}

/// Sentences of lists that are read out.
enum SpokenListTexts {
  static let noMore = "This is the end of the list; type back for those before."
  static let noneBefore = "This is the beginning of the list; type more for the next ones."

  static func noNumber(_ number: Int, of count: Int) -> String {
    count == 0
      ? "The list is empty; type all for the whole list."
      : "There is no number \(number); the list goes from 1 to \(count)."
  }

  /// - Parameter chooses: what a number does.
  static func help(_ chooses: String, ends: String) -> [String] {
    [
      chooses, "Type words to search for, and all to end the search.",
      "Type = before a name that is a number or a command, such as =12.",
      "more reads the next ten, back the ten before.", ends,
    ]
  }
}
