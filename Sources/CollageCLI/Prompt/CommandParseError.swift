/// Why a line is no command: the sentence the user reads.
struct CommandParseError: Error, Hashable {
  let description: String
  init(_ description: String) { self.description = description }
}
