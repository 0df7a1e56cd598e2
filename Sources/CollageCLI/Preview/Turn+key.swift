internal import PhotoCodecs

extension Turn {
  /// By the key that turns a photo: `t` to the right, `T` to the left; nil for others.
  init?(key: Character) {
    switch key {
    case "t": self = .right
    case "T": self = .left
    default: return nil
    }
  }
}
