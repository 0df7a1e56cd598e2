/// Slicing trees that share their branches. Every cut is between two parts; more in a row are cuts in cuts.
struct TreeArena {
  enum Kind: Hashable {
    case photo
    case across
    case down
  }

  /// The root of a tree. Gaps are left out of account here.
  struct Node {
    let kind: Kind
    /// The parts; for a photo its place from 0, and 0.
    let first: Int32
    let second: Int32
    /// How many rows and columns there are, one in the other: the fewer, the plainer the tree.
    let lines: Int32
    let measure: Measure
  }

  /// What a tree comes to, whatever is inside.
  struct Measure {
    /// Width over height.
    let ratio: Double
    /// The sum of weight * ln(area), where the tree is 1 high.
    let evenness: Double
    /// The sum of the photos' weights.
    let weight: Double

    /// The same sum where the tree is 1 wide.
    var evennessAtWidth: Double { evenness - 2 * weight * ratio.logarithm }
    /// The same sum where the tree's area is 1; the larger, the more even are the photos.
    var evennessAtArea: Double { evenness - weight * ratio.logarithm }

    init(ratio: Double, evenness: Double, weight: Double) {
      self.ratio = ratio
      self.evenness = evenness
      self.weight = weight
    }

    init(ratio: Double, evennessAtWidth: Double, weight: Double) {
      self.init(ratio: ratio, evenness: evennessAtWidth + 2 * weight * ratio.logarithm, weight: weight)
    }

    init(_ kind: Kind, _ first: Measure, _ second: Measure) {
      let weight = first.weight + second.weight
      if kind == .across {
        self.init(ratio: first.ratio + second.ratio, evenness: first.evenness + second.evenness, weight: weight)
      } else {
        self.init(
          ratio: 1 / (1 / first.ratio + 1 / second.ratio),
          evennessAtWidth: first.evennessAtWidth + second.evennessAtWidth, weight: weight)
      }
    }
  }

  private(set) var nodes: [Node]

  /// With the photos alone; they are the first nodes.
  init(_ shapes: [PhotoShape]) {
    nodes = shapes.enumerated().map { place, shape in
      Node(
        kind: .photo, first: Int32(place), second: 0, lines: 0,
        measure: Measure(
          ratio: shape.ratio, evenness: shape.weight * shape.ratio.logarithm, weight: shape.weight))
    }
  }

  /// Puts two trees together; returns the new one.
  mutating func join(_ kind: Kind, _ first: Int32, _ second: Int32) -> Int32 {
    join(kind, first, second, Measure(kind, nodes[Int(first)].measure, nodes[Int(second)].measure))
  }

  /// The same where it is known already what comes of it.
  mutating func join(_ kind: Kind, _ first: Int32, _ second: Int32, _ measure: Measure) -> Int32 {
    // A part that is cut in the same direction is no line of its own.
    func lines(_ part: Node) -> Int32 { part.kind == kind ? part.lines - 1 : part.lines }
    let lines = 1 + lines(nodes[Int(first)]) + lines(nodes[Int(second)])
    nodes.append(Node(kind: kind, first: first, second: second, lines: lines, measure: measure))
    return Int32(nodes.count - 1)
  }

  /// Takes a tree in, whose photos are among those of the arena.
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

  /// The tree with this root, cuts of the same direction side by side.
  func tree(_ root: Int32) -> SlicingTree {
    let node = nodes[Int(root)]
    return switch node.kind {
    case .photo: .photo(Int(node.first))
    case .across: .across(parts(of: root, .across))
    case .down: .down(parts(of: root, .down))
    }
  }

  /// Without recursion: a strip of many photos is as deep as it has photos.
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
