internal import CollageKit
internal import ReactiveTraits

extension PromptSession {
  /// Whether photos that lost pixels are used, with a warning.
  var allowsDamage: Bool { options.value.decoding.allowsDamage }

  /// Changes a setting, if there is a value, and shows it.
  func set<Value>(
    _ value: Value?, _ name: String, _ setting: WritableKeyPath<CollageOptions, Value>,
    text: (CollageOptions) -> String
  ) -> CommandOutcome {
    if let value {
      if let refusal = store.state.refusalWhileSaving { return .refused(refusal) }
      options.update { $0[keyPath: setting] = value }
    }
    return .done(.plain("\(name): \(text(options.value))"))
  }

  func list(_ done: @escaping Completion) {
    let request = layoutRequest
    if request.photos.isEmpty { return done(.answer(PromptTexts.list([], nil))) }
    layOut(request) { result in
      done(.answer(PromptTexts.list(request.photos, (try? result.get())?.placements)))
    }
  }

  func layout(_ argument: LayoutArgument?, _ done: @escaping Completion) {
    switch argument {
    case nil: showLayout(done)
    case .style(let style):
      var layout = options.value.layout
      layout.style = style
      layout.tree = nil
      layout.pick = 1
      done(set(layout, "layout", \.layout) { $0.layout.style.rawValue })
    case .next: pick(nil, done)
    case .number(let rank): pick(rank, done)
    }
  }

  private func showLayout(_ done: @escaping Completion) {
    let request = layoutRequest
    func show(choices: Int?) {
      done(.done(.plain("layout: " + PromptTexts.layout(request.options.layout, choices: choices))))
    }
    if request.photos.isEmpty { return show(choices: nil) }
    layOut(request) { result in show(choices: (try? result.get())?.choices) }
  }

  /// Picks a layout by its rank; nil picks the next one.
  private func pick(_ rank: Int?, _ done: @escaping Completion) {
    if let refusal = store.state.refusalWhileSaving { return done(.refused(refusal)) }
    var request = layoutRequest
    if request.photos.isEmpty { return done(.failed(PromptTexts.nothingToLayOut, .usage)) }
    let current = request.options.layout.pick
    // The rank may have been picked for other photos.
    request.options.layout.pick = 1
    layOut(request) { [self] result in
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
