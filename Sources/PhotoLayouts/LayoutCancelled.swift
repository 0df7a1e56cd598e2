/// A search for layouts was cancelled, so there is no result, not even a part of one.
package struct LayoutCancelled: Error {}
