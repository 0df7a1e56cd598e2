internal import ArgumentParser
internal import CollageKit

/// What an option says of one photo: `2=.4,.3`.
struct NumberedPhoto<Value: Sendable & Hashable>: Hashable, Sendable {
  /// From 0.
  let place: Int
  let value: Value

  /// Nil unless there is a number from 1, an equals sign and a value.
  init?(_ text: String, _ read: (String) -> Value?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), number > 0, let value = read(String(parts[1])) else {
      return nil
    }
    place = number - 1
    self.value = value
  }
}

extension NumberedPhoto: ExpressibleByArgument where Value: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) { Value(argument: $0) } }
}

extension FocusPoint: ExpressibleByArgument {
  package init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
    self.init(x: x, y: y)
  }
}

/// How large a photo should be, compared with the others.
struct Weight: ExpressibleByArgument, Hashable {
  let value: Double

  init?(argument: String) {
    guard let value = Double(argument), PhotoWish.weights.contains(value) else { return nil }
    self.value = value
  }
}
