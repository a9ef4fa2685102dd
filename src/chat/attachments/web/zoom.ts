/** The position of a picture: its scale and its offset in pixels from the center. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }
export type Point = { readonly x: number; readonly y: number }

export const leastScale = 1
export const mostScale = 5
const step = 0.2

export const whole: View = { scale: leastScale, x: 0, y: 0 }

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Returns the picture's size at scale 1: fitted into the window, and never enlarged. */
export const fitted = (picture: Size, window: Size): Size => {
  const scale = Math.min(1, window.width / picture.width, window.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** Clamps the offset, so that an edge of the picture never moves inside the window's edge. */
export const held = ({ scale, x, y }: View, picture: Size, window: Size): View => {
  const { width, height } = fitted(picture, window)
  const [farX, farY] = [Math.max(0, (width * scale - window.width) / 2), Math.max(0, (height * scale - window.height) / 2)]
  return { scale, x: between(x, -farX, farX), y: between(y, -farY, farY) }
}

/** Changes the scale around a point, given relative to the center of the window. */
export const scaledTo = (view: View, scale: number, { x, y }: Point = { x: 0, y: 0 }): View => {
  const next = between(scale, leastScale, mostScale)
  const factor = next / view.scale
  return { scale: next, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor }
}

/** Zooms one step in or out. Counts whole steps from 1, to avoid accumulating rounding errors. */
export const stepped = (view: View, direction: 1 | -1, at?: Point): View => {
  const steps = (view.scale - leastScale) / step
  const next = direction > 0 ? Math.floor(steps + 0.001) + 1 : Math.ceil(steps - 0.001) - 1
  return scaledTo(view, Math.round((leastScale + next * step) * 10) / 10, at)
}
