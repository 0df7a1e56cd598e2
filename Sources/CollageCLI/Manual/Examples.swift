/// The examples at the top of manual pages: lines to type, and what they do.
enum Examples {
  struct Example {
    let purpose: String
    let lines: [String]

    init(_ purpose: String, _ lines: String...) {
      self.purpose = purpose
      self.lines = lines
    }
  }

  /// By the page's name.
  static let ofPage: [String: [Example]] = [
    "collage": [
      Example(
        "Make a collage of four photos in the library; it prints the collage's id:",
        "collage a.jpg b.jpg c.png d.jpg"),
      Example("See where it is, and open it:", "xdg-open \"$(collage library path 60978c41)\""),
      Example("Browse photos, arrange them, and save:", "collage"),
    ],
    "collage-make": [
      Example(
        "Save a collage in the library, and print its id:", "collage make a.jpg b.jpg c.png d.jpg"),
      Example("Write a file instead:", "collage make *.jpg -o party.png"),
      Example(
        "Print a poster: on A4, with space between the photos, photo 2 uncropped, photo 1 three "
          + "times as large:",
        "collage make *.jpg --canvas A4@300dpi --gap 1% --keep-whole 2 --weight 1=3"),
      Example(
        "Use the six best photos of a day, and explain the choice:",
        "collage make ~/Pictures/2024-05-01 --best 6 --explain"),
      Example("Make a contact sheet of many photos:", "collage make *.jpg --max 40 --any-count"),
      Example(
        "See nine layouts in one picture, and use the fourth:",
        "collage make *.jpg --alternatives 9 -o sheet.png",
        "collage make *.jpg --pick 4"),
      Example("Use photos from the web:", "collage make https://example.org/a.jpg b.jpg"),
    ],
    "collage-pages": [
      Example(
        "Make a book of all photos of a trip, in order:", "collage pages rome/*.jpg -o rome.pdf"),
      Example(
        "Begin with a cover, and a new page for each day, and number the pages:",
        "collage pages ~/Pictures/Rome --cover --headings day --page-numbers -o rome.pdf"),
      Example(
        "Make contact sheets of a folder, with the photos' names:",
        "collage pages ~/Pictures/Rome --columns 5 --header '{folder}, {date}' -o sheets.pdf"),
      Example(
        "Make a picture of each page:", "collage pages *.jpg --canvas 4:3 -o page-{n}.jpg"),
    ],
    "collage-prompt": [
      Example("Start with photos:", "collage prompt a.jpg b.jpg"),
      Example("Continue with a saved collage:", "collage prompt --reopen 60978c41"),
      Example("Run commands as a script:", "printf 'add a.jpg b.jpg\\nsave\\n' | collage prompt"),
    ],
    "collage-find": [
      Example(
        "Print photos in the pictures folder whose path contains a word:", "collage find rome"),
      Example(
        "Make a collage of four landscape photos from one year:",
        "collage find rome landscape date:2024 -0 --limit 4 | collage make --files0-from -"),
      Example("Leave some out:", "collage find rome -night --in ~/Photos"),
      Example(
        "Of each burst, print only the best photo, and explain why:",
        "collage find rome --distinct --explain"),
      Example(
        "Print the ten best photos of a trip, from its first day to its last:",
        "collage find --best 10 --in ~/Pictures/Rome"),
      Example(
        "Find copies and edits of a photo:", "collage find like:rome/IMG_4107.jpg --in ~/Pictures"),
      Example("Search the web:", "collage find --web lighthouse --licence commercial"),
    ],
    "collage-watch": [
      Example(
        "Make a strip of each four photos of a booth, and print it:",
        "collage watch booth --template strip.png -o prints --print 'lp {file}'"),
      Example(
        "Show the newest collage on a screen, and make one of the rest after two minutes:",
        "collage watch party --every 6 --idle 2min -o prints --latest screen.jpg"),
      Example("Make what can be made now, and end:", "collage watch inbox -o prints --once"),
      Example(
        "Have systemd run it:",
        "collage watch booth -o prints --print-units > "
          + "~/.config/systemd/user/collage-watch.service"),
    ],
    "collage-next": [
      Example(
        "Show other photos on a screen at each call:",
        "collage next ~/Pictures -o ~/current.jpg --canvas 3840x2160"),
      Example(
        "Show what was taken on this day in other years, three photos at most:",
        "collage next ~/Pictures today: --series today --per 3 -o today.jpg --canvas 1200x1600"),
      Example("Keep the picture that is shown now:", "collage next ~/Pictures --keep"),
    ],
    "collage-pick": [
      Example(
        "Make a collage of the selected photos:",
        "collage pick -0 ~/Pictures | collage make --files0-from -"),
      Example("Select up to twelve photos:", "collage pick --max 12 ~/Pictures/Rome"),
    ],
    "collage-batch": [
      Example(
        "Make a collage for each line of a manifest:", "collage batch jobs.jsonl > results.jsonl"),
      Example(
        "Make one for each folder of pictures:",
        "collage batch --from-folders ~/Pictures --any-count"),
      Example(
        "Make one of the six best photos of each folder, named by it:",
        "collage batch --from-folders ~/Pictures --best 6 -o ~/Collages"),
      Example(
        "Make a book of each folder of pictures:",
        "collage batch --from-folders ~/Pictures --books ~/Books --columns 4"),
      Example(
        "Print the lines still to be done:", "collage batch --missing jobs.jsonl results.jsonl"),
    ],
    "collage-template-show": [
      Example("See where photos go:", "collage template show frame.png -o numbered.png"),
      Example("Use it:", "collage make --template frame.png *.jpg -o framed.jpg"),
    ],
    "collage-template-new": [
      Example(
        "A photo strip of 2x6 inches to draw on, and the strip of four photos:",
        "collage template new strip -o strip.png",
        "collage make --template strip.png *.jpg -o print.jpg")
    ],
    "collage-library": [
      Example("List saved collages, newest first:", "collage library list --sort date"),
      Example("Make one again for a poster:", "collage library remake 60978c41 --canvas A3@300dpi"),
      Example(
        "Move one to the trash, and restore it:", "collage library remove 60978c41",
        "collage library undo"),
    ],
    "collage-library-list": [
      Example("List those of the last week:", "collage library list --since 7d"),
      Example("See them in one picture:", "collage library list --sheet sheet.jpg"),
    ],
    "collage-library-path": [
      Example("Open a collage:", "xdg-open \"$(collage library path 60978c41)\"")
    ],
    "collage-library-remake": [
      Example(
        "Replace a collage with a larger one:",
        "collage library remake 60978c41 --long-side 6000 --replace")
    ],
    "collage-library-manifest": [
      Example(
        "Make collages again as a batch:", "collage library manifest 60978c41 | collage batch -")
    ],
    "collage-library-album": [
      Example(
        "Add a collage to a new album:", "collage library album create Rome",
        "collage library album add Rome 60978c41")
    ],
    "collage-describe": [
      Example("Hear what is in a collage:", "collage describe 60978c41 | espeak-ng"),
      Example(
        "Use its alternative text in a web page:",
        "printf '<img src=party.jpg alt=\"%s\">' \"$(collage describe --brief party.jpg)\""),
    ],
    "collage-formats": [
      Example("See which formats can be read here:", "collage formats")
    ],
    "collage-manifest": [
      Example(
        "Two collages, the second with its own options:",
        #"{"id": "rome", "photos": ["rome/1.jpg", "rome/2.jpg"]}"#,
        #"{"photos": ["1.jpg", {"path": "2.jpg", "turn": "right"}], "gap": "1%"}"#)
    ],
  ]
}
