extension Unicode.Scalar {
  /// Whether a terminal might execute it or show the surrounding text in another order: C0, DEL, C1, separators of
  /// lines and paragraphs, and marks that change the direction of writing. All text that is shown has these escaped.
  package var isHarmful: Bool {
    switch value {
    case 0x20...0x7E: false
    // Deprecated; some terminals still swap brackets and digits for them.
    case 0x206A...0x206F: true
    default:
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: properties.isBidiControl
      }
    }
  }
}
