/// Why a line is not a valid command: the sentence that the user reads.
struct CommandParseError: Error, Hashable {
  let description: String
  init(_ description: String) { self.description = description }
}
