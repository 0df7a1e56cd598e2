/// The version that `--version` prints and recipes record.
package enum Version {
  package static let current = "0.1.0"
}
