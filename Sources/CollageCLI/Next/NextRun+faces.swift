internal import CollageKit
internal import CollageTerminal
internal import PhotoLayouts
internal import ReactiveTraits
internal import SystemPackage

// Pictures that cut no faces.
extension NextRun {
  /// How many sets of photos are tried if the first one cuts faces.
  private static let maxTried = 6

  /// A picture that was laid out, or why it can't be.
  struct Draft {
    fileprivate let selection: SelectionStore
    fileprivate let maker: CollageMaker
    fileprivate let result: Result<CollageDraft, CollageError>

    fileprivate var cutsFaces: Bool {
      (try? result.get()).map { $0.plan.measures.cutFaces > 0 } ?? false
    }
  }

  /// The next picture, laid out. Of those that the planner would show, it is the first one that
  /// cuts no faces; if there is none, the photos are shown whole.
  ///
  /// - Returns: nil if there is no photo.
  func draft(
    _ planner: NextPlanner, _ options: CollageOptions
  ) throws -> (NextPicture, Draft)? {
    var rejected: [[Int]] = []
    while rejected.count < Self.maxTried, let picture = planner.next(except: rejected),
      !rejected.contains(picture.photos)
    {
      let draft = try draft(picture.photos.map { pool[$0] }, options)
      guard draft.cutsFaces else { return (picture, draft) }
      rejected.append(picture.photos)
    }
    guard let picture = planner.next() else { return nil }
    return (picture, try wholeDraft(picture.photos.map { pool[$0] }, options))
  }

  /// Lays photos out; whole, if faces would be cut otherwise.
  func wholeDraft(_ places: [Int], _ options: CollageOptions) throws -> Draft {
    let draft = try draft(places, options)
    guard draft.cutsFaces else { return draft }
    var whole = options
    whole.layout.fit = .whole
    return try self.draft(places, whole)
  }

  private func draft(_ places: [Int], _ options: CollageOptions) throws -> Draft {
    let given = try CollageMaker(options, to: command.output.output?.path, in: context)
    try signals.outcome(of: given.checkFont())
    let maker = try signals.outcome(of: given.withPictures())
    let selection = SelectionStore(Selection([], maker.options))
    let result = try signals.result(
      of: selection.choose(places.map(address), with: maker)
        .flatMap { _ in selection.draft(with: maker) })
    return Draft(selection: selection, maker: maker, result: result)
  }

  func save(
    _ draft: Draft, to writer: any PhotoWriter
  ) throws -> Result<SavedCollage, CollageError> {
    let laidOut: CollageDraft
    switch draft.result {
    case .success(let result): laidOut = result
    case .failure(let error): return .failure(error)
    }
    let progress = ProgressLine(isWanted: !command.quiet)
    defer { progress.finish() }
    return try signals.result(
      of: draft.selection.save(laidOut, with: draft.maker, to: writer) { progress.show($0) })
  }
}
