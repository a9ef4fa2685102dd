/** Red, green, blue, each 0 to 255. */
type Rgb = readonly [number, number, number]

const toRgb = (hex: string): Rgb => {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (!match) throw new Error(`Not a colour: ${hex}`)
  const [, red = '', green = '', blue = ''] = match
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}
const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

export const black = '#000000'
export const white = '#ffffff'

/** Mixes `share` of the first colour with the rest of the second. */
export const mix = (first: string, second: string, share: number): string => {
  const [one, other] = [toRgb(first), toRgb(second)]
  return toHex([0, 1, 2].map((part) => (one[part] ?? 0) * share + (other[part] ?? 0) * (1 - share)) as unknown as Rgb)
}

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance as WCAG 2.2 defines it, 0 to 1. */
export const luminance = (hex: string): number => {
  const [red, green, blue] = toRgb(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio as WCAG 2.2 defines it, 1 to 21. */
export const contrast = (first: string, second: string): number => {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns black or white, whichever is more readable on the colour. */
export const onColor = (color: string): string => (contrast(black, color) >= contrast(white, color) ? black : white)

const steps = 50

/** Returns the colour itself if it is readable on all the grounds, else its nearest shade, towards black or white, that is. */
export const shadeFor = (color: string, grounds: readonly string[], ratio: number): string => {
  const reads = (shade: string): boolean => grounds.every((ground) => contrast(shade, ground) >= ratio)
  for (let step = 0; step <= steps; step += 1) {
    const share = 1 - step / steps
    const found = [mix(color, black, share), mix(color, white, share)].find(reads)
    if (found) return found
  }
  return onColor(grounds[0] ?? white)
}
