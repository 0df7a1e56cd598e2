/// The question that tells what pictures a terminal can show.
///
/// The replies come as if they were typed: `ESC _ G i=31;OK ESC \` from a terminal with the kitty graphics protocol,
/// `ESC [ 6 ; height ; width t` with a cell's pixels from most, and last from every one `ESC [ ? … c`.
package enum PictureProbe {
  /// The number by which the kitty reply is known.
  package static let kittyID = 31

  /// A kitty query with one pixel that is not kept, the cell's size, and what every terminal answers.
  package static let request = "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"
}
