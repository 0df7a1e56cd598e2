internal import CollageKit
internal import Imaging
internal import PhotoLayouts
internal import ReactiveTraits

extension PromptSession {
  /// Whether photos that lost pixels are accepted, with a warning.
  var allowsDamage: Bool { store.selection.options.decoding.allowsDamage }

  func perform(_ command: SettingCommand, _ done: @escaping Completion) {
    switch command {
    case .show(let setting):
      done(.done(.plain(PromptTexts.value(of: setting, in: store.selection.options, voice))))
    case .set(let setting, let value):
      if let conflict = value.flatMap(setting.conflict), refuses(conflict, done) { return }
      change(
        success: { [voice] in PromptTexts.changed(setting, in: $0.options, entered: value, voice) },
        telling(
          { idle in value.flatMap { idle.warning(setting, $0) } },
          setting.name == "lead"
            ? tellingWeights(done) : setting.name == "cells" ? tellingCells(done) : done)
      ) { options in
        if let value { value.apply(&options) } else { setting.reset(&options) }
      }
    case .showOfPhotos(let setting, let photos):
      let common = photos.isEmpty ? setting.ofAllPhotos : nil
      let rows =
        common.map { [PromptTexts.value(of: $0, in: store.selection.options, voice)] } ?? []
      if !rows.isEmpty, store.selection.photos.isEmpty { return done(.answer(rows)) }
      withPlaces(of: photos, done) { [self] places in
        var values = PromptTexts.values(of: setting, at: places, in: store.selection, voice)
        // A script's answers are read by programs.
        if resumesSaved, places.count == 1, !photos.isEmpty {
          values[0] += PromptTexts.example(of: setting, at: places[0], voice)
        }
        done(.answer(rows + values))
      }
    case .rotate(let photos): rotate(photos, done)
    case .setOfPhotos(let setting, let photos, let value):
      if let conflict = value.flatMap(setting.conflict), refuses(conflict, done) { return }
      withPlaces(of: photos, done) { [self] places in
        let isWeight = setting.name == "weight" && value != nil
        let isFocus = setting.name == "focus" && value != nil
        let complete =
          isWeight ? tellingWeights(done) : isFocus ? tellingFocus(of: places, done) : done
        change(
          success: { [voice] in PromptTexts.changed(setting, at: places, in: $0, voice) },
          telling({ isWeight ? $0.warningAboutWeights : nil }, complete)
        ) { options in
          for place in places {
            if let value {
              value.apply(&options[photo: place - 1])
            } else {
              setting.reset(&options[photo: place - 1])
            }
          }
        }
      }
    case .reorder(let numbers): reorder(numbers, done)
    case .showAll: done(.answer(PromptTexts.style(store.selection, voice)))
    case .showLook: done(.answer(PromptTexts.looks(store.selection.options, voice)))
    case .setLook(nil): set(nil as Look?, done)
    case .setLook(.builtIn(let look)): set(look, done)
    case .setLook(.own(let name)): setOwnLook(name, done)
    case .saveLook(let name): saveLook(name, done)
    case .resetAll:
      change(success: { _ in PromptTexts.allReset }, done) { options in
        // Of as many photos as before, so that nothing differs where nothing was set.
        let photos = options.photos.map { _ in PhotoOptions() }
        options = CollageOptions()
        options.photos = photos
      }
    }
  }

  private func rotate(_ photos: [PhotoReference], _ done: @escaping Completion) {
    guard let turn = Setting<PhotoOptions>.named("turn") else { return }
    guard resumesSaved else { return perform(.showOfPhotos(turn, photos), done) }
    withPlaces(of: photos, done) { [self] places in
      change(
        success: { [voice] in PromptTexts.changed(turn, at: places, in: $0, voice) }, done
      ) { options in
        for place in places { options[photo: place - 1].turnFurther(.right) }
      }
    }
  }

  /// Completes a change also with a sentence if what was set changes nothing.
  private func telling(
    _ warning: @escaping (IdleSettings) -> String?, _ done: @escaping Completion
  ) -> Completion {
    { [self] outcome in
      var outcome = outcome
      if outcome.failure == nil {
        let maker = maker(with: store.selection.options)
        let idle = IdleSettings(maker.options, maker.encoding, isOfPrompt: true)
        outcome.warnings += [warning(idle)].compactMap(\.self)
      }
      done(outcome)
    }
  }

  /// Completes a change of weights also with what the layout leaves of them, each sentence once.
  private func tellingWeights(_ done: @escaping Completion) -> Completion {
    telling(
      { [self] plan in
        let sentences = plan.weightWarnings.map { $0.message(.prompt) }
        defer { toldWeights = Set(sentences) }
        return sentences.filter { !toldWeights.contains($0) }
      }, ofLayout: done)
  }

  /// Completes a change of focus also with why it moves nothing, where it doesn't.
  private func tellingFocus(of places: [Int], _ done: @escaping Completion) -> Completion {
    telling(
      { plan in
        places.compactMap { plan.idleFocus(ofPhoto: $0 - 1) }
          .map { "warning: focus changes nothing here: \($0)" }
      }, ofLayout: done)
  }

  /// Completes a change of cells also with whether there are too many or too few.
  private func tellingCells(_ done: @escaping Completion) -> Completion {
    telling(
      { plan in
        plan.cellWarnings.map { $0.message(.prompt) }
          + (plan.emptyCells.map { ["warning: \($0)"] } ?? [])
      }, ofLayout: done)
  }

  /// Completes a change that did what was asked for also with sentences about the layout that it
  /// leads to. A script, for which nobody waits, hears them from the save.
  private func telling(
    _ sentences: @escaping (CollagePlan) -> [String], ofLayout done: @escaping Completion
  ) -> Completion {
    { [self] outcome in
      guard resumesSaved, outcome.failure == nil, outcome.warnings.isEmpty else {
        return done(outcome)
      }
      layOut(store.selection) { result in
        var outcome = outcome
        outcome.warnings += (try? result.get()).map(sentences) ?? []
        done(outcome)
      }
    }
  }

  private func reorder(_ numbers: [Int], _ done: Completion) {
    let count = store.selection.count
    if let refusal = store.state[.move] { return done(.refused(refusal)) }
    guard numbers.sorted() == Array(1..<count + 1) else {
      return done(.failed("order \(PhotoOrderText.fault(photos: count))", .usage))
    }
    if let refusal = store.reorder(to: numbers.map { $0 - 1 }) { return done(.refused(refusal)) }
    done(.done(.plain(PromptTexts.reordered(store.selection))))
  }

  /// Whether a choice was refused because there is a template.
  private func refuses(_ conflict: TemplateConflict, _ done: Completion) -> Bool {
    guard store.selection.options.pictures.template != nil else { return false }
    let reason = conflict.message("enter 'template none' first")
    done(.failed("\(conflict.name) \(reason)", .usage))
    return true
  }

  private func setOwnLook(_ name: String, _ done: @escaping Completion) {
    do throws(UserSettingsError) {
      guard let look = try opening.settings.look(name) else {
        let names = (Look.names + opening.settings.lookNames).joined(separator: ", ")
        let question = Look.question(about: name, and: opening.settings.lookNames)
        return done(
          .failed("'\(name.displayedRaw)' is not a look; give \(names) or none\(question)", .usage))
      }
      set(look, done)
    } catch {
      done(.failed(error.description, error.status))
    }
  }

  private func saveLook(_ name: String, _ done: @escaping Completion) {
    do throws(UserSettingsError) {
      let file = try opening.settings.save(store.selection.options, asLook: name)
      done(.answer(["look \(name.displayedRaw) is saved as \(UserFolders.abbreviated(file))"]))
    } catch {
      done(.failed(error.description, error.status))
    }
  }

  private func set(_ look: Look?, _ done: @escaping Completion) {
    if look != nil, refuses(.look, done) { return }
    let before = store.selection
    change(
      success: { [voice] in
        look == nil
          ? PromptTexts.withoutLook(from: before, to: $0, voice)
          : PromptTexts.look(in: $0.options, voice)
      }, done
    ) { options in
      if let look { look.apply(to: &options) } else { options.look?.remove(from: &options) }
    }
  }

  /// Calls `body` with the numbers of the photos, from 1; with those of all photos if none is
  /// named.
  private func withPlaces(of photos: [PhotoReference], _ done: Completion, _ body: ([Int]) -> Void)
  {
    if let refusal = store.state[.remove] { return done(.refused(refusal)) }
    switch places(of: photos) {
    case .failure(let error): done(.failed(error.description, .usage))
    case .success(let places): body(places.isEmpty ? Array(1...store.selection.count) : places)
    }
  }

  /// Changes the options, unless the collage could never be saved with them.
  private func change(
    success: @escaping (Selection) -> String, _ done: @escaping Completion,
    _ body: (inout CollageOptions) -> Void
  ) {
    if let refusal = store.state[.set] { return done(.refused(refusal)) }
    var options = store.selection.options
    body(&options)
    guard options.pictures != store.selection.options.pictures else {
      return change(to: options, success: success, done)
    }
    run(maker(with: options).withPictures()) { [self] result in
      switch result {
      case .success(let maker): change(to: maker.options, success: success, done)
      case .failure(let error): done(.failed(error))
      case nil: done(.failed(CollageError.cancelled))
      }
    }
  }

  private func change(
    to options: CollageOptions, success: @escaping (Selection) -> String,
    _ done: @escaping Completion
  ) {
    var selection = store.selection
    selection.options = options
    let finish = { [store] in
      if let refusal = store.set({ $0 = options }) { return done(.refused(refusal)) }
      done(.done(.plain(success(store.selection))))
    }
    if options.text.font != store.selection.options.text.font, options.text.font != nil {
      return checkFont(of: options, then: finish, done)
    }
    let maker = maker(with: options)
    do throws(CollageError) {
      if options.rules.maxCount < store.selection.options.rules.maxCount,
        selection.count > options.rules.maxCount
      {
        return done(.failed(PromptTexts.tooManyChosen(selection.count), .usage))
      }
      if options.pictures.template != store.selection.options.pictures.template,
        let refusal = options.selectionRules.refusalToAdd(0, to: selection.count)
      {
        return done(.refused(refusal))
      }
      guard changesSize(to: options) else { return finish() }
      try maker.checkCanvas()
    } catch {
      return done(.failed(error))
    }
    // Only a layout gives an automatic canvas its size; it is needed only if that could be too
    // large.
    let longest = PixelSize(
      width: options.layout.longestSide, height: options.layout.longestSide)
    guard options.layout.canvasSize == nil, selection.count > 0,
      Raster.bytes(of: longest) > maker.context.resources.memory.total
    else { return finish() }
    selection.options.layout.pick = 1
    layOut(selection) { result in
      do throws(CollageError) {
        if case .success(let plan) = result { try maker.checkCanvas(of: plan) }
        finish()
      } catch {
        done(.failed(error))
      }
    }
  }

  /// Refuses a font that can't be found, even if there is no text yet.
  private func checkFont(
    of options: CollageOptions, then finish: @escaping () -> Void, _ done: @escaping Completion
  ) {
    run(maker(with: options).checkFont()) { result in
      switch result {
      case .success: finish()
      case .failure(let error): done(.failed(error))
      case nil: done(.failed(CollageError.cancelled))
      }
    }
  }

  private func changesSize(to options: CollageOptions) -> Bool {
    let old = store.selection.options
    return (options.layout.canvas, options.layout.longSide) != (
      old.layout.canvas, old.layout.longSide
    )
      || options.encoding.format != old.encoding.format
      || options.pictures.template != old.pictures.template || options.print != old.print
  }

  func list(_ done: @escaping Completion) {
    let selection = store.selection
    if selection.photos.isEmpty {
      let reason = refusalAfterSave.map { [$0.description] }
      return done(.answer(reason ?? PromptTexts.list(selection, nil, faults: [:], voice)))
    }
    layOut(selection) { [self] result in
      done(
        .answer(
          PromptTexts.list(
            selection, (try? result.get())?.placements, faults: faults, voice)))
    }
  }

  func layout(_ argument: LayoutArgument?, _ done: @escaping Completion) {
    if refuses(.layout, done) { return }
    switch argument {
    case nil: showLayout(done)
    case .style(let style):
      done(
        set(success: { "layout: \($0.style.rawValue)" }) { layout in
          layout.style = style
          layout.tree = nil
          layout.pick = 1
        })
    case .next: pick({ $0 < $1 ? $0 + 1 : 1 }, done)
    case .previous: pick({ $0 > 1 ? min($0 - 1, $1) : $1 }, done)
    case .number(let rank): pick({ _, _ in rank }, done)
    }
  }

  private func set(
    success: (LayoutOptions) -> String, _ body: (inout LayoutOptions) -> Void
  ) -> CommandOutcome {
    if let refusal = store.set({ body(&$0.layout) }) { return .refused(refusal) }
    return .done(.plain(success(store.selection.options.layout)))
  }

  private func showLayout(_ done: @escaping Completion) {
    let selection = store.selection
    func show(choices: Int?) {
      done(
        .done(.plain("layout: " + PromptTexts.layout(selection.options.layout, choices: choices))))
    }
    if selection.photos.isEmpty { return show(choices: nil) }
    layOut(selection) { result in show(choices: (try? result.get())?.choices) }
  }

  /// Picks a layout by its rank.
  ///
  /// - Parameter rank: computes the rank from the current one and the number of layouts.
  private func pick(
    _ rank: @escaping (_ current: Int, _ choices: Int) -> Int, _ done: @escaping Completion
  ) {
    if let refusal = store.state[.set] { return done(.refused(refusal)) }
    var selection = store.selection
    if let refusal = refusalAfterSave { return done(.refused(refusal)) }
    if selection.photos.isEmpty { return done(.failed(PromptTexts.nothingToLayOut, .usage)) }
    // The search goes on from a layout that was arranged by hand to the first.
    let isArranged = selection.options.layout.isArranged
    let current = isArranged ? 0 : selection.options.layout.pick
    if isArranged { selection.options.layout.releaseTree() }
    // The rank may have been picked for other photos.
    selection.options.layout.pick = 1
    layOut(selection) { [self] result in
      switch result {
      case .failure(let error): done(.failed(error))
      case .success(let plan):
        let choices = plan.choices
        let rank = rank(current, choices)
        if rank > choices { return done(.failed(CollageError.noSuchLayout(rank, of: choices))) }
        if choices == 1, current == 1 { return done(.done(.plain(PromptTexts.onlyLayout))) }
        done(
          set(success: { "layout: " + PromptTexts.layout($0, choices: choices) }) {
            if isArranged { $0.releaseTree() }
            $0.pick = rank
          })
      }
    }
  }
}
