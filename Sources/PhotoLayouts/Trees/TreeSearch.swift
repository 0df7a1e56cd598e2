internal import Imaging

/// The candidate trees for some photos.
struct TreeSearch: Sendable {
  let arena: TreeArena
  /// Trees that were found in different ways. The best of each are compared exactly.
  let groups: [[Int32]]
  /// How many trees were considered.
  let considered: Int
  /// The photos' shapes, with the ratios that a given tree prescribes.
  let shapes: [PhotoShape]

  /// - Parameters:
  ///   - threads: how many may search at once.
  ///   - isCancelled: called often, on any of them.
  init(
    _ request: LayoutRequest, threads: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) {
    var shapes = request.shapes
    if let tree = request.options.tree, request.options.hasFixedTree {
      for (photo, ratio) in tree.ratios { shapes[photo].ratio = ratio }
      // It decides the sizes, too.
      for photo in shapes.indices { shapes[photo].weight = 1 }
    }
    var arena = TreeArena(shapes)
    let photos = shapes.indices.map { Int32($0) }
    if let tree = request.options.tree {
      groups = [[arena.insert(tree)]]
      considered = 1
    } else {
      switch request.options.style {
      // A grid without a tree never comes here (`LayoutChoice`).
      case .mosaic, .grid:
        (groups, considered) = try Self.mosaic(
          of: shapes, request.options.order, in: &arena, threads: threads, isCancelled: isCancelled)
      case .rows:
        (groups, considered) = try Self.lines(.across, of: photos, in: &arena, isCancelled)
      case .columns:
        (groups, considered) = try Self.lines(.down, of: photos, in: &arena, isCancelled)
      case .strip:
        groups = [StripSolver(request.options.canvasSize).roots(of: photos, 1...1, in: &arena)]
        considered = 1
      case .strips:
        let numbers = 1...min(photos.count, StripSolver.most)
        groups = [
          StripSolver(request.options.canvasSize).roots(of: photos, numbers, in: &arena)
        ]
        considered = numbers.count
      }
    }
    self.arena = arena
    self.shapes = shapes
  }

  /// Justified rows (`across`) or columns. Two photos are two of them: as a single row they would
  /// be what columns are.
  private static func lines(
    _ kind: TreeArena.Kind, of photos: [Int32], in arena: inout TreeArena,
    _ isCancelled: () -> Bool
  ) throws(LayoutCancelled) -> (groups: [[Int32]], considered: Int) {
    if photos.count == 2 {
      let lines = arena.join(kind == .across ? .down : .across, photos[0], photos[1])
      return ([[lines]], 1)
    }
    let found = try RowSolver(of: kind).roots(of: photos, in: &arena, isCancelled: isCancelled)
    return ([found.roots], found.considered)
  }

  private static func mosaic(
    of shapes: [PhotoShape], _ order: PhotoOrder, in arena: inout TreeArena, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) -> (groups: [[Int32]], considered: Int) {
    if shapes.count <= TreeEnumeration.maxPhotos {
      let roots = TreeEnumeration.roots(
        of: shapes.count, order: order, leader: shapes.leader, in: &arena)
      return ([roots], roots.count)
    }
    let photos = shapes.indices.map { Int32($0) }
    var solvers = [SlicingTreeSolver(of: photos, isCancelled: isCancelled)]
    var rows: [TreeTask] = []
    switch order {
    case .kept:
      // Whatever the photos, they are read in order.
      rows.append { arena in
        try? RowSolver(of: .across).roots(of: photos, in: &arena, isCancelled: isCancelled)
      }
    case .free:
      // The photos sorted by ratio: similar ones side by side give the solver more even lines to
      // choose from.
      let sorted = photos.sorted { (shapes[Int($0)].ratio, $0) < (shapes[Int($1)].ratio, $1) }
      solvers.append(SlicingTreeSolver(of: sorted, isCancelled: isCancelled))
    }
    var built = try arena.build(solvers.flatMap(\.tasks) + rows, threads: threads)[...]
    var found: [FoundTrees] = []
    for solver in solvers {
      let count = solver.tasks.count
      found.append(try solver.joined(Array(built.prefix(count)), in: &arena))
      built = built.dropFirst(count)
    }
    found += built
    // Like photos want one of them, whatever else would crop less.
    let grids = (2..<photos.count).filter { photos.count % $0 == 0 }.map { columns in
      let rows = stride(from: 0, to: photos.count, by: columns).map { start in
        photos[start + 1..<start + columns].reduce(photos[start]) { arena.join(.across, $0, $1) }
      }
      return rows.dropFirst().reduce(rows[0]) { arena.join(.down, $0, $1) }
    }
    found.append(FoundTrees(roots: grids, considered: grids.count))
    return (found.map(\.roots), found.map(\.considered).reduce(0, +))
  }
}
