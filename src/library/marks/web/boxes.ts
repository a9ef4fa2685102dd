/** A part of a page, as fractions of its width and height, so that it stays in place at every zoom and rotation. */
type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Returns the boxes of a range, in text order. */
export const boxesOf = (range: Range, sheet: HTMLElement): Box[] => {
  const page = sheet.getBoundingClientRect()
  return [...range.getClientRects()].map(({ left, top, width, height }) => ({
    left: (left - page.left) / page.width,
    top: (top - page.top) / page.height,
    width: width / page.width,
    height: height / page.height,
  }))
}

/** Returns the id of the highlight at a point of the window. */
export const markAt = (sheet: HTMLElement, x: number, y: number): string | undefined =>
  [...sheet.querySelectorAll<HTMLElement>('[data-mark]')].findLast((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })?.dataset.mark
