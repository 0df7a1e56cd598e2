internal import PhotoLayouts

extension CollageOptions {
  /// What was asked for when the collage was made that was opened. In the same version that leads
  /// to the same collage.
  var asAsked: CollageOptions {
    guard let opened else { return self }
    var options = self
    if let pick = opened.pick { options.layout.pick = pick }
    for (place, asked) in opened.focus.enumerated() where asked == RecipeFocus.found {
      options[photo: place].focus = nil
    }
    return options
  }
}
