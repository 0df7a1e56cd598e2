internal import Files
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// The books in a folder, and whose they are: their recipes tell. Each is read when a name like its
/// own is wanted, once.
struct ExistingBooks {
  /// A photo on a book's first page.
  private struct FirstPhoto: Hashable {
    let name: String
    /// As many digits as the recipe has.
    let sha256: String
  }

  /// Books whose names may have been made of the same beginning.
  private struct Group {
    /// Ascending.
    var numbers: [String: [Int]] = [:]
    /// Those of older versions, which don't say whose they are.
    var ofPhotos: [FirstPhoto: [Int]] = [:]
    var photoNames: Set<String> = []
    /// Names that can't be given to others, folded.
    var taken: Set<String> = []
  }

  private enum Book {
    case owned(String)
    case ofPhotos([FirstPhoto])
    /// May be replaced by whoever may.
    case unknown
    case taken
  }

  private let folder: FilePath
  private var unread: [String: [(number: Int, name: FilePath.Component)]] = [:]
  private var groups: [String: Group] = [:]

  /// - Throws: when the folder can't be read; one that is not there has no books.
  init(in folder: FilePath) throws(BatchSourceError) {
    self.folder = folder
    let names: [FilePath.Component]
    do throws(Errno) {
      names = try OpenFolder.open(folder).names { _ in true }
    } catch .noSuchFileOrDirectory {
      names = []
    } catch {
      throw BatchSourceError(path: folder, errno: error)
    }
    for name in names {
      for origin in BookNames.origins(name.bytes) {
        unread[origin.key, default: []].append((origin.number, name))
      }
    }
  }

  /// The numbers that a folder's books have, ascending; usually one or none.
  ///
  /// - Parameter key: as `BookNames.key` makes it.
  mutating func numbers(
    of owner: String, with pictures: [FilePath], in key: String
  ) -> [Int] {
    let group = group(key)
    if let own = group.numbers[owner] { return own }
    for picture in pictures {
      let name = PhotoAddress.file(picture).recordedName
      guard group.photoNames.contains(name), let file = try? PhotoFile.open(picture),
        let digest = try? file.digest()
      else { continue }
      let photo = FirstPhoto(name: name, sha256: digest.hexadecimal)
      if let numbers = group.ofPhotos[photo] { return numbers.sorted() }
    }
    return []
  }

  /// Whether a name is that of another folder's book.
  mutating func isTaken(_ folded: String, in key: String) -> Bool {
    group(key).taken.contains(folded)
  }

  private mutating func group(_ key: String) -> Group {
    if let group = groups[key] { return group }
    var group = Group()
    for (number, name) in unread.removeValue(forKey: key) ?? [] {
      switch book(folder.appending(name)) {
      case .owned(let owner): group.numbers[owner, default: []].append(number)
      case .ofPhotos(let photos):
        for photo in photos {
          group.ofPhotos[photo, default: []].append(number)
          group.photoNames.insert(photo.name)
        }
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
  private func book(_ path: FilePath) -> Book {
    do {
      let file = try PhotoFile.open(path)
      guard let record = try RecipeRecord.read(from: file) else { return .unknown }
      if let owner = Self.members(record)["folder"]?.text { return .owned(owner) }
      let page = try RecipeRecord.ofFirstPage(in: file)
      let photos = page.map(Self.members)?["photos"]?.list ?? []
      let known = photos.compactMap { photo -> FirstPhoto? in
        guard let name = photo.object?["name"]?.text, let digits = photo.object?["sha256"]?.text
        else { return nil }
        return FirstPhoto(name: name, sha256: digits)
      }
      return known.isEmpty ? .unknown : .ofPhotos(known)
    } catch PhotoFileError.notAFile {
      return .unknown
    } catch {
      return .taken
    }
  }

  private static func members(_ record: RecipeRecord) -> [String: JSONValue] {
    (try? JSONDocument(Array(record.json.utf8)))?.value.object ?? [:]
  }
}
