import SystemPackage
import TestSupport

/// What a folder holds, compared with before and after an undisturbed run; our temporaries don't
/// count.
enum FilesState {
  case before
  case after
  /// Each file is as before or as after.
  case between
  case neither

  init(of found: FolderSnapshot, before: FolderSnapshot, after: FolderSnapshot) {
    let files = found.contents.filter { !$0.key.isTemporary }
    if files == before.contents {
      self = .before
    } else if files == after.contents {
      self = .after
    } else {
      let names = Set(files.keys).union(before.contents.keys).union(after.contents.keys)
      let areKnown = names.allSatisfy {
        [before.contents[$0], after.contents[$0]].contains(files[$0])
      }
      self = areKnown ? .between : .neither
    }
  }
}

extension FilePath {
  /// Whether it is named as the files are that a save begins with.
  var isTemporary: Bool { lastComponent?.string.hasPrefix(".collage-") == true }
}
