type Fit = 'auto' | 'width' | 'page' | 'whole'

/**
 * How large pages are shown. A fit applies to each page's own size, magnified by `times`; `whole` fits the page without enlarging it. A
 * scale is the same for all pages, in CSS pixels per PDF point, so that `actualSize` is 100 %.
 */
export type Zoom = { readonly kind: Fit; readonly times?: number } | { readonly kind: 'scale'; readonly scale: number }

export type Size = { readonly width: number; readonly height: number }

/** A PDF point is 1/72 inch and a CSS pixel 1/96 inch. */
export const actualSize = 96 / 72
export const minScale = 0.5 * actualSize
export const maxScale = 5 * actualSize
/** On a wide screen, a page that fills the width would have letters of poster size; `auto` stops here. */
const widestAutomatic = 1.25 * actualSize
const steps = [25, 33, 50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500]

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** Returns the smallest scale: half of the actual size, or less if fitting the whole page requires it. */
export const smallestScale = (page: Size, viewport: Size): number =>
  Math.max(0.1, Math.min(minScale, viewport.width / page.width, viewport.height / page.height))

export const clampScale = (scale: number, smallest: number = minScale): number => clamp(scale, smallest, maxScale)

const fittedScale = (kind: Fit, page: Size, viewport: Size): number => {
  const byWidth = viewport.width / page.width
  if (kind === 'width') return clamp(byWidth, 0.1, maxScale)
  if (kind === 'whole') return clamp(Math.min(byWidth, viewport.height / page.height), 0.1, actualSize)
  if (kind === 'page') return clamp(Math.min(byWidth, viewport.height / page.height), 0.1, maxScale)
  return clamp(byWidth, 0.1, widestAutomatic)
}

/** Returns the scale of a zoom for a page (in points) in a viewport (in CSS pixels, without the margins). */
export const scaleOf = (zoom: Zoom, page: Size, viewport: Size): number => {
  if (zoom.kind === 'scale') return clampScale(zoom.scale, smallestScale(page, viewport))
  const fitted = fittedScale(zoom.kind, page, viewport)
  return zoom.times === undefined ? fitted : clampScale(fitted * zoom.times, smallestScale(page, viewport))
}

/** Returns the zoom that shows a page `ratio` times as large, within the allowed range. Fitted pages keep their fit. */
export const enlarge = (zoom: Zoom, ratio: number, page: Size, viewport: Size): Zoom => {
  const scale = clampScale(scaleOf(zoom, page, viewport) * ratio, smallestScale(page, viewport))
  return zoom.kind === 'scale' ? { kind: 'scale', scale } : { kind: zoom.kind, times: scale / fittedScale(zoom.kind, page, viewport) }
}

/** Returns whether each page fills the width of the window. */
export const fitsWidth = (zoom: Zoom): boolean => zoom.kind === 'width' && Math.abs((zoom.times ?? 1) - 1) < 0.01

export const percentOf = (scale: number): number => Math.round((scale / actualSize) * 100)

/** Returns the next step above (`1`) or below (`-1`) a scale; the same scale at the ends. */
export const stepFrom = (scale: number, direction: 1 | -1): number => {
  const percent = percentOf(scale)
  const next = direction === 1 ? steps.find((step) => step > percent) : steps.findLast((step) => step < percent)
  return next === undefined ? scale : (next / 100) * actualSize
}
