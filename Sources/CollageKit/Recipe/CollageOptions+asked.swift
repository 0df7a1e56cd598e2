internal import PhotoLayouts

extension CollageOptions {
  /// The options as they were asked for, before faces changed the layout or crops. In the same
  /// version they give the same collage.
  var asAsked: CollageOptions {
    guard let opened, opened.areRepeatable else { return self }
    var options = self
    if let pick = opened.pick { options.layout.pick = pick }
    for (place, asked) in opened.focus.enumerated() where asked == RecipeFocus.found {
      options[photo: place].focus = nil
    }
    return options
  }
}
