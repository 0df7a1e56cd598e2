/// The commands of a prompt that were entered and not begun yet, in order. One runs at a time.
struct CommandQueue {
  /// With the number of the entry; a pasted text is one entry.
  private var waiting: [(entry: Int, command: CommandParser.Parsed)] = []
  private var entries = 0
  /// The entry of the command that was taken last.
  private var latest = 0
  /// How many are running.
  private var running = 0

  var isIdle: Bool { running == 0 && waiting.isEmpty }

  /// Adds commands that were entered together.
  mutating func append(_ commands: [CommandParser.Parsed]) {
    entries += 1
    waiting += commands.map { (entries, $0) }
  }

  mutating func removeAll() { waiting = [] }

  /// Takes the next command, if nothing runs; during a save also one of another entry, so that the
  /// rules can refuse it.
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
