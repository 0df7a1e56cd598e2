/// Queries that find out which pictures a terminal can show, sent in two steps.
///
/// A multiplexer may go undetected behind the name of the terminal around it, and it would take the
/// kitty graphics query, an APC string, for a window title. So the first query is for the
/// terminal's name. The replies arrive as input.
package enum PictureProbe {
  /// The id by which the kitty reply is recognised.
  package static let kittyID = 31

  /// The query for the background's colour: most reply `ESC ] 11 ; rgb:rrrr/gggg/bbbb BEL`.
  package static let background = "\u{1B}]11;?\u{7}"

  /// Queries for the name and version (XTVERSION): many reply `ESC P > | name and version ESC \`;
  /// for a cell's size in pixels: most reply `ESC [ 6 ; height ; width t`; and last one that every
  /// terminal answers: `ESC [ ? … c`.
  package static let identity = "\u{1B}[>q\u{1B}[16t\u{1B}[c"

  /// A kitty query with one pixel that is not stored: a terminal with that protocol replies `ESC _
  /// G i=31;OK ESC \`; and last a query that every terminal answers.
  package static let pictures = KittyPicture.query(id: kittyID) + "\u{1B}[c"

  /// Inside tmux: the query for the name, for the terminal around it. It replies only if tmux
  /// passes the query on.
  package static let outerIdentity = TmuxPassthrough.wrapped("\u{1B}[>q")

  /// Inside tmux: the kitty query, for the terminal around it.
  package static let outerPictures = TmuxPassthrough.wrapped(KittyPicture.query(id: kittyID))
}
