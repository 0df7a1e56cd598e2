import FoundationEssentials

/// The program's answers in JSON, read back.
package enum Report {
  package struct Size: Decodable, Equatable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package struct Frame: Decodable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  package struct Crop: Decodable, Equatable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// What `make --json` prints.
  package struct Made: Decodable, Equatable {
    package let id: String
    package let path: String
    package let format: String
    package let width: Int
    package let height: Int
    package let bytes: Int
    package let photos: [String]
    package let warnings: [String]

    package init(
      id: String, path: String, format: String, width: Int, height: Int, bytes: Int,
      photos: [String], warnings: [String]
    ) {
      self.id = id
      self.path = path
      self.format = format
      self.width = width
      self.height = height
      self.bytes = bytes
      self.photos = photos
      self.warnings = warnings
    }
  }

  /// What `make --dry-run` prints.
  package struct Layout: Decodable, Equatable {
    package struct Photo: Decodable, Equatable {
      package let path: String
      package let format: String
      package let size: Size
      package let orientation: Int
      package let frame: Frame
      package let crop: Crop
      package let cropped: Double
      package var focus: [Double]?
      package var regions: [Kept]?

      package init(
        path: String, format: String, size: Size, orientation: Int, frame: Frame, crop: Crop,
        cropped: Double, focus: [Double]? = nil, regions: [Kept]? = nil
      ) {
        self.path = path
        self.format = format
        self.size = size
        self.orientation = orientation
        self.frame = frame
        self.crop = crop
        self.cropped = cropped
        self.focus = focus
        self.regions = regions
      }
    }

    package struct Kept: Decodable, Equatable {
      package let kind: String
      package let source: String
      package let area: Crop

      package init(kind: String, source: String, area: Crop) {
        self.kind = kind
        self.source = source
        self.area = area
      }
    }

    package let layout: String
    package let canvas: Size
    package let photos: [Photo]

    package init(layout: String, canvas: Size, photos: [Photo]) {
      self.layout = layout
      self.canvas = canvas
      self.photos = photos
    }
  }

  /// What `library list --json` and `library path --json` print for a collage.
  package struct Asset: Decodable, Equatable {
    package let id: String
    package let path: String
    package let format: String
    package let bytes: Int?

    package init(id: String, path: String, format: String, bytes: Int?) {
      self.id = id
      self.path = path
      self.format = format
      self.bytes = bytes
    }
  }

  /// What `library verify --json` prints for a file.
  package struct Finding: Decodable, Equatable {
    package let state: String
    package let path: String

    package init(state: String, path: String) {
      self.state = state
      self.path = path
    }
  }

  /// What `library show --json` prints.
  package struct Shown: Decodable, Equatable {
    package struct Recipe: Decodable, Equatable {
      package struct Photo: Decodable, Equatable {
        package let name: String
        package let sha256: String
        package let size: Size
        package let orientation: Int
        package let frame: Frame

        package init(name: String, sha256: String, size: Size, orientation: Int, frame: Frame) {
          self.name = name
          self.sha256 = sha256
          self.size = size
          self.orientation = orientation
          self.frame = frame
        }
      }

      package let version: String
      package let canvas: Size
      package let settings: [String: String]
      package let photos: [Photo]
    }

    package let id: String
    package let recipe: Recipe
  }
}

extension Decodable {
  /// Throws unless the text is one JSON object, with nothing behind it but a line's end.
  package init(_ text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}

extension Array where Element: Decodable {
  /// One object a line.
  package init(lines text: String) throws {
    self = try text.split(separator: "\n").map { try Element(String($0)) }
  }
}
