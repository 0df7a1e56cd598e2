/// The search for a layout was cancelled. It leaves no partial result.
package struct LayoutCancelled: Error {}
