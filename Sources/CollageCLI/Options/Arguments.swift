internal import ArgumentParser
internal import CollageKit

extension Background: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Canvas: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension AssetIDPrefix: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  static var defaultCompletionKind: CompletionKind { .savedCollages }
}

/// A number above 0.
struct Count: ExpressibleByArgument, Hashable {
  let value: Int

  init?(argument: String) {
    guard let value = Int(argument), value > 0 else { return nil }
    self.value = value
  }
}
