internal import CollageKit

extension Remedies {
  /// Remedies by options of the command line.
  static let commandLine = Remedies(
    damagedPhoto: "give --allow-damaged to use what is left of it",
    tooManyPixels: "raise it with --max-pixels",
    tooManyScans: "save it again, or raise it with --max-scans",
    photoNeedsMemory: "raise it with --memory",
    missingPhoto: "give the folder that it is in with --in",
    unturnedPhoto: { "give --turn \($0)=\($1)" },
    cutFaces: { "give --keep-whole \($0), --focus \($0)=x,y or another --canvas" },
    cutText: "use fewer words, or give a smaller --text-size",
    canvasTooSmall: "give a larger one with --canvas, or another --layout",
    longSideTooSmall: "give a larger one with --long-side, or another --layout",
    canvasTooLarge: "give a smaller one with --canvas or --long-side",
    canvasNeedsMemory: "raise it with --memory",
    otherPhotosInLayout: "it must have each of them once",
    transparentJPEG: "write a PNG (--format png), or choose another background",
    foreignOutput: "give another name, or --force to replace it",
    foreignAsset: "move it away, or --force to replace it",
    noLibrary: "give a folder with --library")

  /// Remedies by options of `batch`, and by keys of its manifest.
  static let manifest = {
    var remedies = commandLine
    remedies.unturnedPhoto = { "give photo \($0) the key \"turn\" with \"\($1)\"" }
    remedies.cutFaces = { "give photo \($0) the key \"keep-whole\" or \"focus\", or the job another canvas" }
    remedies.cutText = "use fewer words, or give the job a smaller \"text-size\""
    return remedies
  }()

  /// Remedies by commands of the prompt. What no command changes must be given when the prompt is started.
  static let prompt = Remedies(
    damagedPhoto: "remove or replace it, or enter 'allow-damaged on' to use what is left of it",
    tooManyPixels: "choose another, or enter 'max-pixels' with a higher number and add it again",
    tooManyScans: "choose another, save it again, or enter 'max-scans' with a higher number",
    photoNeedsMemory: "remove or replace it, or start again with more --memory",
    missingPhoto: "give it with 'replace', its number and a file",
    unturnedPhoto: { "undo, and enter 'turn \($0) \($1)'" },
    cutFaces: { "undo, and enter 'keep-whole \($0)', 'focus \($0)' with a point, or another 'canvas'" },
    cutText: "undo, and use fewer words, or enter 'text-size' with a smaller size",
    canvasTooSmall: "enter 'canvas' with a larger size, or 'layout' with another name",
    longSideTooSmall: "enter 'long-side' with a larger number, or 'layout' with another name",
    canvasTooLarge: "enter 'canvas' or 'long-side' with a smaller size",
    canvasNeedsMemory: "enter 'canvas' or 'long-side' with a smaller size, or start again with more --memory",
    otherPhotosInLayout: "it must have each of them once; enter 'layout' with a name to leave it",
    transparentJPEG: "enter 'save' with a name that ends in .png, or 'background' with another colour",
    foreignOutput: "give another name",
    foreignAsset: "move it away, or enter 'save' with another name",
    noLibrary: "enter 'save' with a file's name")
}
