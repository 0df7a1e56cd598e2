/// Slicing trees that share their branches. Every cut has two parts; more parts in a row are nested
/// cuts.
struct TreeArena {
  enum Kind: Hashable {
    case photo
    case across
    case down
  }

  /// The root of a tree. Gaps between photos are ignored here.
  struct Node {
    let kind: Kind
    /// The nodes of the two parts; for a photo, its place from 0, then 0.
    let first: Int32
    let second: Int32
    /// How many rows and columns the tree has, including nested ones. The fewer, the simpler the
    /// tree.
    let lines: Int32
    let measure: Measure
  }

  /// The measures of a tree, whatever its structure. Areas are those in a tree of height 1.
  struct Measure {
    /// Width over height, and its logarithm.
    let ratio: Double
    let logarithm: Double
    /// The sum of weight * ln(area).
    let evenness: Double
    /// The sum of the photos' weights.
    let weight: Double
    /// The smallest and the largest ln(area / weight) of any photo.
    let smallest: Double
    let largest: Double

    /// `evenness` for a tree of width 1.
    var evennessAtWidth: Double { evenness - 2 * weight * logarithm }
    /// `evenness` for a tree of area 1. The larger it is, the more even the photos are.
    var evennessAtArea: Double { evenness - weight * logarithm }
    /// The logarithm of how many times larger the largest photo is than the smallest, measured
    /// against their weights.
    var spread: Double { largest - smallest }

    init(_ shape: PhotoShape) {
      ratio = shape.ratio
      logarithm = shape.ratio.logarithm
      weight = shape.weight
      evenness = weight * logarithm
      smallest = logarithm - weight.logarithm
      largest = smallest
    }

    init(_ kind: Kind, _ first: Measure, _ second: Measure) {
      weight = first.weight + second.weight
      if kind == .across {
        ratio = first.ratio + second.ratio
        logarithm = ratio.logarithm
        evenness = first.evenness + second.evenness
        smallest = min(first.smallest, second.smallest)
        largest = max(first.largest, second.largest)
      } else {
        ratio = 1 / (1 / first.ratio + 1 / second.ratio)
        logarithm = ratio.logarithm
        evenness = first.evennessAtWidth + second.evennessAtWidth + 2 * weight * logarithm
        // Both parts become as wide as the whole.
        let (one, two) = (2 * (logarithm - first.logarithm), 2 * (logarithm - second.logarithm))
        smallest = min(first.smallest + one, second.smallest + two)
        largest = max(first.largest + one, second.largest + two)
      }
    }
  }

  private(set) var nodes: [Node]
  private let photoCount: Int

  /// An arena with the photos only; they are the first nodes.
  init(_ shapes: [PhotoShape]) {
    nodes = shapes.enumerated().map { place, shape in
      Node(kind: .photo, first: Int32(place), second: 0, lines: 0, measure: Measure(shape))
    }
    photoCount = shapes.count
  }

  private init(_ photos: ArraySlice<Node>) {
    nodes = Array(photos)
    photoCount = photos.count
  }

  /// An arena with the same photos and no trees.
  var photosOnly: TreeArena { TreeArena(nodes.prefix(photoCount)) }

  /// Adds the trees of an arena with the same photos; returns those that were found there.
  mutating func add(_ found: FoundTrees, of other: TreeArena) -> FoundTrees {
    if nodes.count == photoCount {
      nodes = other.nodes
      return found
    }
    let photos = Int32(photoCount)
    let offset = Int32(nodes.count) - photos
    func moved(_ node: Int32) -> Int32 { node < photos ? node : node + offset }
    nodes += other.nodes.dropFirst(photoCount).lazy.map { node in
      Node(
        kind: node.kind, first: moved(node.first), second: moved(node.second), lines: node.lines,
        measure: node.measure)
    }
    return FoundTrees(roots: found.roots.map(moved), considered: found.considered)
  }

  /// Joins two trees; returns the new root.
  mutating func join(_ kind: Kind, _ first: Int32, _ second: Int32) -> Int32 {
    join(kind, first, second, Measure(kind, nodes[Int(first)].measure, nodes[Int(second)].measure))
  }

  /// Joins two trees whose combined measure is already known; returns the new root.
  mutating func join(_ kind: Kind, _ first: Int32, _ second: Int32, _ measure: Measure) -> Int32 {
    // A part that is cut in the same direction adds no line.
    func lines(_ part: Node) -> Int32 { part.kind == kind ? part.lines - 1 : part.lines }
    let lines = 1 + lines(nodes[Int(first)]) + lines(nodes[Int(second)])
    nodes.append(Node(kind: kind, first: first, second: second, lines: lines, measure: measure))
    return Int32(nodes.count - 1)
  }

  /// Adds a tree, whose photos must be in the arena; returns its root.
  mutating func insert(_ tree: SlicingTree) -> Int32 {
    func insert(_ kind: Kind, _ parts: [SlicingTree]) -> Int32 {
      let trees = parts.map { self.insert($0) }
      return trees.dropFirst().reduce(trees[0]) { join(kind, $0, $1) }
    }
    return switch tree {
    case .photo(let photo, _): Int32(photo)
    case .across(let parts): insert(.across, parts)
    case .down(let parts): insert(.down, parts)
    }
  }

  /// The tree with this root; nested cuts of the same direction become one list.
  func tree(_ root: Int32) -> SlicingTree {
    let node = nodes[Int(root)]
    return switch node.kind {
    case .photo: .photo(Int(node.first))
    case .across: .across(parts(of: root, .across))
    case .down: .down(parts(of: root, .down))
    }
  }

  /// Not recursive, because a strip is as deep as it has photos.
  private func parts(of root: Int32, _ kind: Kind) -> [SlicingTree] {
    var parts: [SlicingTree] = []
    var open = [root]
    while let next = open.popLast() {
      let node = nodes[Int(next)]
      if node.kind == kind {
        open += [node.second, node.first]
      } else {
        parts.append(tree(next))
      }
    }
    return parts
  }
}
