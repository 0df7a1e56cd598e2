internal import Files
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// The files in a folder for books or collages, and whose books they are: their recipes tell. Each
/// is read when a name like its own is wanted, once.
struct ExistingOutputs {
  /// Files whose names may have been made of the same beginning.
  private struct Group {
    /// Ascending.
    var numbers: [String: [Int]] = [:]
    /// Names that can't be given to others, folded.
    var taken: Set<String> = []
  }

  private enum Owner {
    /// The book of a folder, as `OutputNames.owner` makes it.
    case owned(String)
    /// May be replaced by whoever may.
    case unknown
    /// That of nobody's folder, or unreadable.
    case taken
  }

  private let folder: FilePath
  /// What all names end with, such as ".pdf".
  let ending: String
  private var unread: [String: [(number: Int, name: FilePath.Component)]] = [:]
  private var groups: [String: Group] = [:]

  /// - Throws: when the folder can't be read; one that is not there has no files.
  init(in folder: FilePath, _ format: OutputFormat) throws(BatchSourceError) {
    self.folder = folder
    ending = ".\(format.fileExtension)"
    let names: [FilePath.Component]
    do throws(Errno) {
      names = try OpenFolder.open(folder).names { _ in true }
    } catch .noSuchFileOrDirectory {
      names = []
    } catch {
      throw BatchSourceError(path: folder, errno: error)
    }
    for name in names {
      for origin in OutputNames.origins(name.bytes, ending) {
        unread[origin.key, default: []].append((origin.number, name))
      }
    }
  }

  /// The numbers that a folder's books have, ascending; usually one or none.
  ///
  /// - Parameter key: as `OutputNames.key` makes it.
  mutating func numbers(of owner: String, in key: String) -> [Int] {
    group(key).numbers[owner] ?? []
  }

  /// Whether a name is that of another folder's book.
  mutating func isTaken(_ folded: String, in key: String) -> Bool {
    group(key).taken.contains(folded)
  }

  private mutating func group(_ key: String) -> Group {
    if let group = groups[key] { return group }
    var group = Group()
    for (number, name) in unread.removeValue(forKey: key) ?? [] {
      switch owner(of: folder.appending(name)) {
      case .owned(let owner): group.numbers[owner, default: []].append(number)
      case .unknown: continue
      case .taken: break
      }
      group.taken.insert(NameFolding.folded(name.bytes))
    }
    for owner in group.numbers.keys { group.numbers[owner]?.sort() }
    groups[key] = group
    return group
  }

  /// A link is what it leads to. What can't be read may be anybody's.
  private func owner(of path: FilePath) -> Owner {
    do {
      let file = try PhotoFile.open(path)
      guard let record = try RecipeRecord.read(from: file) else { return .unknown }
      let recipe = (try? JSONDocument(Array(record.json.utf8)))?.value.object ?? [:]
      if let owner = recipe["folder"]?.text { return .owned(owner) }
      return recipe["pages"] == nil ? .unknown : .taken
    } catch PhotoFileError.notAFile {
      return .unknown
    } catch {
      return .taken
    }
  }
}
