internal import CollageTerminal

extension Manual {
  /// For those who use the program with a screen reader.
  static var accessible: ManualPage {
    var page = ManualPage(
      "collage-accessible", section: 7, summary: "using collage without seeing the screen")
    page.heading("Examples")
    page.example("Build a collage in a talk", ["collage --accessible"])
    page.example("Switch accessible mode on for good", ["collage config set accessible on"])
    page.example(
      "Choose photos from a list that is read out, and make a collage of them",
      ["collage pick --accessible -0 ~/Pictures | collage make --files0-from -"])
    page.heading("Accessible mode")
    page.paragraphs(mode)
    page.heading("The prompt as a talk")
    page.paragraphs(talk)
    for (command, meaning) in commands { page.entry([.literal(command)], meaning) }
    page.heading("Lists of ten")
    page.paragraphs(lists)
    for (answer, meaning) in answers { page.entry([.literal(answer)], meaning) }
    page.heading("Batches, pages and watched folders")
    page.paragraphs(longRuns)
    page.heading("Without the mode")
    page.paragraphs(cursor)
    page.heading("Words in the picture")
    page.paragraphs(alternativeText)
    page.heading("See also")
    page.paragraphs("collage(1), collage-prompt(1), collage-pick(1), collage-config(1)")
    return page
  }

  private static let mode = """
    In accessible mode, collage writes plain lines from top to bottom. Nothing is redrawn, no \
    escape sequence is sent, not even a colour, and there are no boxes, bars or columns. Numbers \
    come with words: 2400 by 1600, 5 percent, 842 kilobytes. Each thing is said once. Lines break \
    between words, at the width that the window has when the program starts.

    It is on with the option --accessible; else with COLLAGE_ACCESSIBLE=1; else with ACCESSIBLE=1, \
    which other programs know, too; else if 'collage config set accessible on' was entered once; \
    else if TERM says that the terminal can't move its cursor. COLLAGE_ACCESSIBLE=0 switches it \
    off whatever follows in that order. The first line says that it is on, and why; the next one \
    says how to leave it. The prompt, pick, batch, pages and watch have the mode. Scripts that are \
    piped into the prompt stay as they are.
    """

  private static let talk = """
    Type a line, press Enter, and hear what has changed and what is possible now. The terminal \
    itself edits the line. A command that isn't possible says why, and what helps. All commands \
    and settings of the prompt are there; these matter most without a picture to look at:
    """

  private static let commands = [
    ("describe", "The whole picture in reading order: each photo's place, crop, people, caption."),
    ("describe 2", "More about photo 2: its size, date, title and keywords."),
    ("describe changes", "What the last command did to the picture."),
    ("help arrange", "The commands that move, weigh, crop and turn photos."),
    ("list", "The photos with the numbers that commands take."),
    ("save", "Says the new collage's id, file and size. undo takes it up again."),
  ]

  private static let lists = """
    pick reads photos out, the newest first; open does the same with saved collages. Ten at a time \
    come with their numbers. Then type one of these:
    """

  private static let answers = [
    ("3", "Choose number 3, or take it back; in the library, open it."),
    ("3-6", "Choose several photos."),
    ("=12", "The photo that is named 12."),
    ("rome 2024", "Search for these words; see collage-find(1) for all of them."),
    ("all", "End the search."),
    ("more, back", "The next ten, or the ten before."),
    ("chosen", "Hear what is chosen."),
    ("quit", "Leave without a choice. Enter on an empty line ends with what is chosen."),
  ]

  private static let longRuns = """
    Progress is told in sentences: none in the first two seconds, then ever more rarely. A batch \
    says eight sentences at most, with the mode's and the last one. Its results, a line of JSON \
    for each job, still go to standard output; send them to a file with '> results' if you don't \
    want to hear them.
    """

  private static let alternativeText = """
    Each file says to people who don't see it how many photos it has, how they lie and what is \
    drawn. --alt auto also tells what the photos' owners wrote, --alt 2=TEXT what you say of photo \
    2, --alt TEXT what you say of the picture, and --alt none nothing. It stands in XMP, where \
    screen readers and picture libraries look: as alternative text of at most 300 characters, as \
    extended description and as description. 'collage describe' prints it. What collage itself \
    says is English.

    \(HelpSubject.taggedPDF) --lang says in which language titles, captions and your own \
    descriptions are. --alt none writes a PDF without tags, which doesn't claim PDF/UA.
    """

  private static let cursor = """
    In the usual picker, library and arranging, the terminal's cursor stands on the chosen row, \
    tile or photo, so that screen readers and magnifiers can follow it; while you type a search, \
    it stands behind what you have typed.
    """
}
