/// The commands of a prompt that were entered but haven't started, in order. One runs at a time.
struct CommandQueue {
  private struct Waiting {
    /// The number of the entry that it belongs to; a pasted text is one entry.
    let entry: Int
    let command: CommandParser.Parsed
  }

  private var waiting: [Waiting] = []
  private var entries = 0
  /// The entry of the latest command that was taken.
  private var latest = 0
  /// The number of running commands.
  private var running = 0

  var isIdle: Bool { running == 0 && waiting.isEmpty }

  /// Adds commands that were entered together.
  mutating func append(_ commands: [CommandParser.Parsed]) {
    entries += 1
    waiting += commands.map { [entries] in Waiting(entry: entries, command: $0) }
  }

  mutating func removeAll() { waiting = [] }

  /// Takes the next command if none is running. During a save it also takes one of another entry,
  /// so that the rules can refuse it.
  mutating func next(isSaving: Bool) -> CommandParser.Parsed? {
    guard let next = waiting.first,
      running == 0 || (isSaving && running == 1 && next.entry != latest)
    else {
      return nil
    }
    latest = next.entry
    return waiting.removeFirst().command
  }

  mutating func begin() { running += 1 }
  mutating func end() { running -= 1 }
}
