internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoSources
internal import SystemPackage

/// Where to look for the photos of a saved collage.
struct FinderOptions: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Look for moved photos in this folder and everything below it, first by name, then by "
        + "content. Repeat it for more folders.", valueName: "folder"), completion: .directory)
  var folders: [RawPath] = []

  /// A new finder, for one search, because it remembers what it has read.
  ///
  /// - Parameter web: fetches the photos that came from the web.
  func finder(_ web: WebPhotos) -> PhotoFinder {
    PhotoFinder(places: .ofUser, folders: folders.map(\.path), web: web)
  }
}

/// Whether to remember where photos are.
struct PlaceOptions: ParsableArguments {
  @Flag(
    help:
      "Don't remember where the photos are; 'prompt --reopen' and 'library remake' then need --in.")
  var noPhotoPlaces = false

  /// Nil if nothing is to be remembered.
  var places: PhotoPlaces? { noPhotoPlaces ? nil : .ofUser }
}

extension PhotoPlaces {
  /// The remembered places of the user's photos; nil if the user has no folder for them.
  static var ofUser: PhotoPlaces? {
    UserFolders.state.map {
      PhotoPlaces(folder: $0.appending("photos"), relativeTo: WorkingFolder.absolute(""))
    }
  }
}
