internal import CollageKit
internal import ReactiveTraits

extension PromptSession {
  /// Whether photos that lost pixels are used, with a warning.
  var allowsDamage: Bool { store.selection.options.decoding.allowsDamage }

  /// Changes a setting, if there is a value, and shows it.
  func set<Value>(
    _ value: Value?, _ name: String, _ setting: WritableKeyPath<CollageOptions, Value>,
    text: (CollageOptions) -> String
  ) -> CommandOutcome {
    if let value, let refusal = store.set({ $0[keyPath: setting] = value }) { return .refused(refusal) }
    return .done(.plain("\(name): \(text(store.selection.options))"))
  }

  func list(_ done: @escaping Completion) {
    let selection = store.selection
    if selection.photos.isEmpty { return done(.answer(PromptTexts.list([], nil))) }
    layOut(selection) { result in
      done(.answer(PromptTexts.list(selection.photos, (try? result.get())?.placements)))
    }
  }

  func layout(_ argument: LayoutArgument?, _ done: @escaping Completion) {
    switch argument {
    case nil: showLayout(done)
    case .style(let style):
      var layout = store.selection.options.layout
      layout.style = style
      layout.tree = nil
      layout.pick = 1
      done(set(layout, "layout", \.layout) { $0.layout.style.rawValue })
    case .next: pick(nil, done)
    case .number(let rank): pick(rank, done)
    }
  }

  private func showLayout(_ done: @escaping Completion) {
    let selection = store.selection
    func show(choices: Int?) {
      done(.done(.plain("layout: " + PromptTexts.layout(selection.options.layout, choices: choices))))
    }
    if selection.photos.isEmpty { return show(choices: nil) }
    layOut(selection) { result in show(choices: (try? result.get())?.choices) }
  }

  /// Picks a layout by its rank; nil picks the next one.
  private func pick(_ rank: Int?, _ done: @escaping Completion) {
    if let refusal = store.state[.set] { return done(.refused(refusal)) }
    var selection = store.selection
    if selection.photos.isEmpty { return done(.failed(PromptTexts.nothingToLayOut, .usage)) }
    let current = selection.options.layout.pick
    // The rank may have been picked for other photos.
    selection.options.layout.pick = 1
    layOut(selection) { [self] result in
      switch result {
      case .failure(let error): done(.failed(error.messages(.prompt)[0], ExitStatus(error)))
      case .success(let plan):
        let choices = plan.choices
        if let rank, rank > choices {
          return done(.failed(CollageError.noSuchLayout(rank, of: choices).messages(.prompt)[0], .usage))
        }
        done(
          set(rank ?? (current < choices ? current + 1 : 1), "layout", \.layout.pick) {
            PromptTexts.layout($0.layout, choices: choices)
          })
      }
    }
  }
}
