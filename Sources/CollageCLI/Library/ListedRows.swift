internal import CollageKit
internal import PhotoCodecs

/// The rows of `library list`.
final class ListedRows {
  private let isJSON: Bool
  /// Assets whose recipes may not, or can't, be read.
  private var unreadable = 0

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// - Returns: false when no more rows are wanted.
  func print(_ listed: ListedAsset, to output: RowOutput) -> Bool {
    guard isJSON else {
      return output.append("\(listed.asset.id)\t\(listed.bytes)\t\(listed.asset.path.displayed)")
    }
    return output.append(ListedAssetReport(listed, recipe: recipe(of: listed.asset)).json)
  }

  /// Nil when all could be read.
  var failure: CommandFailure? {
    unreadable == 0 ? nil : CommandFailure(.noInput, "\(unreadable) unreadable; see 'collage library verify'")
  }

  private func recipe(of asset: Asset) -> Recipe? {
    do throws(LibraryError) {
      return try asset.recipe()
    } catch {
      switch error {
      // Damaged, not ours, or removed meanwhile.
      case .noRecipe, .notOurs, .missing: break
      default: unreadable += 1
      }
      return nil
    }
  }
}

/// What `library list --json` prints for an asset.
private struct ListedAssetReport: Report {
  let id: String
  let path: String
  let format: String
  let bytes: Int
  /// When it was saved, by this machine's clock: "2024-07-15T12:34:56".
  let date: String?
  /// Left out when it can't be read.
  let recipe: Recipe?

  init(_ listed: ListedAsset, recipe: Recipe?) {
    id = listed.asset.id.text
    path = listed.asset.path.inJSON
    format = listed.asset.format.rawValue
    bytes = listed.bytes
    date = listed.date?.description
    self.recipe = recipe
  }
}
