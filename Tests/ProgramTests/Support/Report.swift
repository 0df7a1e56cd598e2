import FoundationEssentials

/// The program's answers in JSON, read back.
enum Report {
  struct Size: Decodable, Equatable {
    let width: Int
    let height: Int
  }

  struct Frame: Decodable, Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  struct Crop: Decodable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }

  /// What `make --json` prints.
  struct Made: Decodable, Equatable {
    let id: String
    let path: String
    let format: String
    let width: Int
    let height: Int
    let bytes: Int
    let photos: [String]
    let warnings: [String]
  }

  /// What `make --dry-run` prints.
  struct Layout: Decodable, Equatable {
    struct Photo: Decodable, Equatable {
      let path: String
      let format: String
      let size: Size
      let orientation: Int
      let frame: Frame
      let crop: Crop
      let cropped: Double
      var focus: [Double]?
      var regions: [Kept]?
    }

    struct Kept: Decodable, Equatable {
      let kind: String
      let source: String
      let area: Crop
    }

    let layout: String
    let canvas: Size
    let photos: [Photo]
  }

  /// What `library list --json` and `library path --json` print for a collage.
  struct Asset: Decodable, Equatable {
    let id: String
    let path: String
    let format: String
    let bytes: Int?
  }

  /// What `library verify --json` prints for a file.
  struct Finding: Decodable, Equatable {
    let state: String
    let path: String
  }

  /// What `library show --json` prints.
  struct Shown: Decodable, Equatable {
    struct Recipe: Decodable, Equatable {
      struct Photo: Decodable, Equatable {
        let name: String
        let sha256: String
        let size: Size
        let orientation: Int
        let frame: Frame
      }

      let version: String
      let canvas: Size
      let settings: [String: String]
      let photos: [Photo]
    }

    let id: String
    let recipe: Recipe
  }
}

extension Decodable {
  /// Throws unless the text is one JSON object, with nothing behind it but a line's end.
  init(_ text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}

extension Array where Element: Decodable {
  /// One object a line.
  init(lines text: String) throws {
    self = try text.split(separator: "\n").map { try Element(String($0)) }
  }
}
