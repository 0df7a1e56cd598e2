/// The version that `--version`, recipes, manual pages and packages name.
package enum Version {
  package static let current = "0.1.0"
  /// The day of its release, as in the change log.
  package static let date = "2026-11-23"
}
