internal import ArgumentParser
internal import CollageKit

/// How many photos make a collage.
struct CountOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The most photos of one collage; 6 by default.", valueName: "n"))
  var max: Count?

  @Flag(help: "Allow an odd number of photos.")
  var anyCount = false

  var rules: SelectionRules {
    var rules = SelectionRules()
    if let max { rules.most = max.value }
    if anyCount { rules.needsEvenCount = false }
    return rules
  }
}
