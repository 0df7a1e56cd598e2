package import CollageKit

extension Trash {
  /// The trash of the user running the program.
  package static var user: Trash { Trash(dataFolder: UserFolders.data) }
}
