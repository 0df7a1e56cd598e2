/// Why a line is no command: the sentence the user reads.
struct OrderError: Error, Hashable {
  let description: String
  init(_ description: String) { self.description = description }
}
