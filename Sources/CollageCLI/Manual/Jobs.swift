/// What people want to do, and the command that does it: the first page of the manual.
enum Jobs {
  struct Job {
    /// The end of a sentence that begins with "I want to".
    let wish: String
    let command: String

    init(_ wish: String, _ command: String) {
      self.wish = wish
      self.command = command
    }
  }

  static let all = [
    Job("make a collage of a few photos", "collage a.jpg b.jpg c.jpg d.jpg"),
    Job("write it to a file", "collage make *.jpg -o party.png"),
    Job("choose photos and see the collage grow", "collage prompt"),
    Job("let the best photos of a folder be chosen", "collage make ~/Pictures/Rome --best 6"),
    Job("use an odd number, or more than six", "collage make *.jpg --any-count --max 12"),
    Job("put photos into another order", "collage make a.jpg b.jpg c.jpg d.jpg --order 2,1,4,3"),
    Job("put photos below each other", "collage make *.jpg --cells 1x4"),
    Job("put photos side by side", "collage make *.jpg --layout strip"),
    Job("make one photo larger", "collage make *.jpg --weight 1=3"),
    Job("keep a photo whole, or a face in it", "collage make *.jpg --keep-whole 2 --focus 3=.3,.4"),
    Job("show a part of a photo larger", "collage make *.jpg --zoom 2=1.5 --focus 2=left"),
    Job("rotate a photo", "collage make *.jpg --turn 2=right"),
    Job("compare layouts and take one", "collage make *.jpg --alternatives 9 -o sheet.png"),
    Job("see space and a colour between photos", "collage make *.jpg --gap 2% --background navy"),
    Job(
      "have a transparent background",
      "collage make *.jpg --gap 2% --background transparent -o party.png"),
    Job("round corners and draw borders", "collage make *.jpg --corner-radius 3% --border 1%"),
    Job("have it look like film or instant pictures", "collage make *.jpg --look polaroid"),
    Job("write a title and dates", "collage make *.jpg --title Rome --captions date"),
    Job("put the title below", "collage make *.jpg --title Rome --title-place below"),
    Job("write under one photo", "collage make *.jpg --caption '2=In the rain'"),
    Job("see it in black and white", "collage make *.jpg --tone grey"),
    Job("put a QR code on it", "collage make *.jpg --qr https://example.org/{id8}"),
    Job("put a logo on it", "collage make *.jpg --overlay logo.png,auto,10%"),
    Job("fill a frame that I have drawn", "collage make *.jpg --template frame.png"),
    Job("print it on A4, or as a photo", "collage make *.jpg --canvas A4 -o wall.pdf"),
    Job("print copies on a sheet", "collage make *.jpg --canvas 10x15cm --sheet A4 -o sheet.pdf"),
    Job(
      "print passport pictures on a sheet",
      "collage make me.jpg --canvas 35x45mm --margin 0 --sheet 10x15cm --cut-marks -o id.pdf"
    ),
    Job("make a book of many photos", "collage pages ~/Pictures/Rome --cover -o rome.pdf"),
    Job(
      "have one event a page",
      "collage pages ~/Pictures --recursive --by event --per-page 20 -o 2024.pdf"),
    Job("make a contact sheet", "collage pages ~/Pictures/Rome --columns 5 -o sheet.pdf"),
    Job(
      "make a collage of each folder, named by it",
      "collage batch --from-folders ~/Pictures --best 6 --title '{folder}' -o ~/Collages"),
    Job("change a picture frame every day", "collage next ~/Pictures -o current.jpg"),
    Job("have a collage of every four photos of a booth", "collage watch booth -o prints"),
    Job("find photos by date, place in the path or shape", "collage find rome landscape date:2024"),
    Job("find photos of somebody", "collage find person:lena"),
    Job("see which keywords, people or months there are", "collage find --count-by keyword"),
    Job("see what I have made", "collage library list"),
    Job("change a collage that I have saved", "collage prompt --reopen 60978c41"),
    Job(
      "correct a collage's description",
      "collage library remake 60978c41 --alt 'Four friends in Rome'"),
    Job("make a saved collage larger", "collage library remake 60978c41 --long-side 6000"),
    Job("delete a collage, and get it back", "collage library remove 60978c41"),
  ]
}
