internal import CollageTerminal

/// The topics of `collage help TOPIC`.
enum TopicNames {
  static let exitCodes = "exit-codes"
  static let environment = "environment"

  static let all = HelpSubject.allCases.map(\.rawValue) + [exitCodes, environment]
}
