internal import Files
internal import SystemPackage

/// A folder's path that is typed where words are searched for.
enum TypedFolder {
  /// Nil for words. Doesn't look whether the folder is there.
  static func path(_ term: [UInt8]) -> FilePath? {
    let tilde = Array("~/".utf8)
    if term.starts(with: tilde) || term == Array("~".utf8) {
      return UserFolders.home.map { FilePath(bytes: $0.bytes + term.dropFirst()) }
    }
    return term.count > 1 && term[0] == UInt8(ascii: "/") ? FilePath(bytes: term) : nil
  }
}
