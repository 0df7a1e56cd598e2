internal import ArgumentParser
internal import CollageKit

/// What is taken of folders that are named in place of photos.
struct FolderOptions: ParsableArguments {
  @Flag(
    name: [.customShort("r"), .customLong("recursive")],
    help: "Take the photos in folders below the named ones, too.")
  var isRecursive = false

  @Flag(name: .customLong("collages"), help: "Of folders, take collages of this program, too.")
  var takesCollages = false

  var reading: FolderReading {
    FolderReading(isRecursive: isRecursive, takesCollages: takesCollages)
  }
}
