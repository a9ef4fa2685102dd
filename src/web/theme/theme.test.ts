import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, luminance, mix, onColor, shadeFor } from '#contract/theme/color.ts'
import { calmHues, derive, type Modes } from '#contract/theme/derive.ts'
import { colorNames, defaultPalette, type Palette } from '#contract/theme/palette.ts'
import { defaultTheme, predefinedThemes } from '#contract/theme/predefined.ts'
import { colorsCss } from './colorsCss.ts'

const hues = ['primary', 'secondary', 'accent', 'success', 'warning', 'error', 'info'] as const
const calm = Object.keys(calmHues)

/** Pairs of colours that a person has to read and that lack contrast. */
const unreadable = (palette: Palette, modes: Modes): string[] => {
  const colors = derive(palette, modes)
  const ratio = modes.contrast ? 7 : 4.5
  const color = (name: string): string => (name.startsWith('#') ? name : (colors[`--color-${name}`] ?? ''))
  const grounds = ['background', 'surface', 'hover']
  const tinted = (text: string, share: number) =>
    grounds.map((ground): [string, string, number] => [text, mix(color('ink'), color(ground), share), ratio])
  const pairs: [string, string, number][] = [
    ...tinted('ink', 0.06),
    ...tinted('ink', 0.12),
    ...tinted('muted', 0.06),
    ...grounds.flatMap((ground): [string, string, number][] => [
      ['ink', ground, ratio],
      ['muted', ground, ratio],
      ['focus', ground, 3],
      ['line-strong', ground, 3],
      ...hues.map((hue): [string, string, number] => [`${hue}-text`, ground, ratio]),
    ]),
    ['on-highlight', 'highlight', 4.5],
    ['ink', 'skeleton', ratio],
    ...['ending', 'ended', 'taken'].map((state): [string, string, number] => ['ink', `seat-${state}`, ratio]),
    ...['seat-floor', 'surface'].map((ground): [string, string, number] => ['seat-free', ground, ratio]),
    ['seat-row', 'seat-floor', ratio],
    ...calm.map((hue): [string, string, number] => [`${hue}-text`, `${hue}-soft`, ratio]),
    ...hues.flatMap((hue): [string, string, number][] => [
      [`on-${hue}-fill`, `${hue}-fill`, ratio],
      [`on-${hue}-fill`, `${hue}-fill-hover`, ratio],
      [`on-${hue}`, hue, 4.5],
      [`${hue}-text`, `${hue}-soft`, ratio],
      ['ink', `${hue}-soft`, 4.5],
    ]),
  ]
  return pairs
    .filter(([words, ground, atLeast]) => contrast(color(words), color(ground)) < atLeast)
    .map(([words, ground, atLeast]) => `${words} on ${ground}: ${contrast(color(words), color(ground)).toFixed(2)}, not ${atLeast}`)
}

const lights: Modes[] = [{}, { dark: true }, { contrast: true }, { dark: true, contrast: true }]
const visions = ['redGreen', 'blueYellow'] as const
const modes: Modes[] = [...lights, ...lights.flatMap((mode) => visions.map((vision) => ({ ...mode, vision })))]

describe('colours', () => {
  test('computes contrast as WCAG does', () => {
    expect(luminance('#ffffff')).toBeCloseTo(1)
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  test('puts black on amber, and white on navy', () => {
    expect(onColor('#F59E0B')).toBe('#000000')
    expect(onColor('#1E40AF')).toBe('#ffffff')
  })

  test('keeps a colour that is readable, and replaces another by its nearest readable shade', () => {
    expect(shadeFor('#1e40af', ['#ffffff'], 4.5)).toBe('#1e40af')
    const shade = shadeFor('#f59e0b', ['#ffffff'], 4.5)
    expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(mix(shade, '#f59e0b', 0.8), '#ffffff')).toBeLessThan(4.5)
  })

  test('refuses an invalid colour', () => {
    expect(() => luminance('red;}')).toThrow('Not a colour')
  })
})

const findOrThrow = (id: string) => {
  const theme = predefinedThemes.find(({ _id }) => _id === id)
  if (!theme) throw new Error(`No theme ${id}`)
  return theme
}

describe('a predefined theme', () => {
  test.each(predefinedThemes)('is readable everywhere, in every mode: $name', ({ colors }) => {
    expect(modes.map((mode) => unreadable(colors, mode))).toEqual(modes.map(() => []))
    // Its own ink is readable on its own paper, before anything is derived.
    for (const ground of [colors.background, colors.surface])
      for (const ink of [colors.text, colors.textSecondary]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('has an id and a name of its own, and there are enough of them', () => {
    expect(predefinedThemes.length).toBeGreaterThanOrEqual(8)
    for (const part of ['_id', 'name'] as const)
      expect(new Set(predefinedThemes.map((theme) => theme[part])).size).toBe(predefinedThemes.length)
  })
})

const looks = {
  paper: ['#FAF7F1', '#FFFFFF', '#1F1B16', '#6A6156', '#1F4B8F', '#E6DFD3'],
  ink: ['#101317', '#171B21', '#ECE9E3', '#9BA1A9', '#8DB2F5', '#262C34'],
  neem: ['#F6F8F4', '#FFFFFF', '#18201A', '#5C665E', '#24613C', '#DDE5DC'],
  terracotta: ['#FBF6F2', '#FFFFFF', '#231A16', '#6B5F58', '#9A3D1E', '#EADDD3'],
} as const

describe.each(Object.entries(looks))('the look %s', (id, table) => {
  const { background, surface, text, textSecondary, primary, border, ...others } = findOrThrow(id).colors

  test('has the colours of the table', () => {
    expect([background, surface, text, textSecondary, primary, border]).toEqual(table)
  })

  test('has hues that are readable on its own grounds before anything is derived, and so are their fills', () => {
    const colors = derive(findOrThrow(id).colors)
    for (const [hue, color] of Object.entries({ primary, ...others })) {
      for (const ground of [background, surface]) expect(`${hue} ${contrast(color, ground) >= 4.5}`).toBe(`${hue} true`)
      expect(`${hue} ${colors[`--color-${hue}-fill` as const]?.toLowerCase()}`).toBe(`${hue} ${color.toLowerCase()}`)
    }
  })

  test('follows the default in what is offered', () => {
    expect(predefinedThemes.slice(1, 5).map(({ _id }) => _id)).toContain(id)
  })
})

test('the look Ink has its own dark ground for text on its light accent, and black in high contrast', () => {
  const { colors } = findOrThrow('ink')
  expect(derive(colors)['--color-on-primary-fill']).toBe('#101317')
  expect(derive(colors, { contrast: true })['--color-on-primary-fill']).toBe('#000000')
})

test('the tints of the seat map are those of the design by day, and dark at night', () => {
  const tints = (modes: Modes) =>
    ['ending', 'ended'].map((state) => derive(findOrThrow('paper').colors, modes)[`--color-seat-${state}` as const] ?? '')
  expect(tints({})).toEqual(['#fcebc8', '#f6d9d3'])
  for (const tint of [...tints({ dark: true }), derive(findOrThrow('ink').colors)['--color-seat-ended'] ?? ''])
    expect(luminance(tint)).toBeLessThan(0.1)
})

test.each(predefinedThemes.map(({ name, colors }) => [name, colors] as const))(
  'taken places stand out from the floor of the seat map in the theme %s, by day and at night',
  (_, colors) => {
    for (const dark of [false, true]) {
      const { '--color-seat-floor': floor = '', '--color-seat-taken': taken = '' } = derive(colors, { dark })
      expect(contrast(floor, taken)).toBeGreaterThan(1.2)
    }
  },
)

describe('the default palette', () => {
  test('is that of the first theme', () => {
    expect(defaultTheme.colors).toBe(defaultPalette)
  })

  test('keeps the twelve colours as they are stored', () => {
    const colors = derive(defaultPalette)
    for (const hue of hues) expect(colors[`--color-${hue}`]).toBe(defaultPalette[hue])
    expect([colors['--color-background'], colors['--color-surface'], colors['--color-line']]).toEqual(['#F9FAFB', '#FFFFFF', '#E5E7EB'])
  })

  test('is in colors.css as it is derived', async () => {
    await expect(colorsCss()).toMatchFileSnapshot('./colors.css')
  })
})

/** How a colour looks to a person without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1, in linear light. */
const eyes = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const
type Triple = readonly [number, number, number]

const times = (matrix: readonly number[], [x, y, z]: Triple): Triple =>
  [0, 3, 6].map((row) => (matrix[row] ?? 0) * x + (matrix[row + 1] ?? 0) * y + (matrix[row + 2] ?? 0) * z) as unknown as Triple

const linearOf = (color: string): Triple => [1, 3, 5].map((at) => luminance(`#${color.slice(at, at + 2).repeat(3)}`)) as unknown as Triple

/** Björn Ottosson's Oklab, in which equal distances look equal. */
const oklab = (linear: Triple): Triple => {
  const cones = times([0.412221, 0.536333, 0.051446, 0.211903, 0.680699, 0.107397, 0.088302, 0.281719, 0.62998], linear)
  const roots = cones.map(Math.cbrt) as unknown as Triple
  return times([0.210454, 0.793618, -0.004072, 1.977998, -2.428592, 0.450594, 0.025904, 0.782772, -0.808676], roots)
}

/** The distance between the two most similar of the four meanings for these eyes, as text and as fills. */
const leastDistance = (who: keyof typeof eyes, mode: Modes): number => {
  const colors = derive(defaultPalette, mode)
  const seen = (name: string): Triple => {
    const [red, green, blue] = times(eyes[who], linearOf(colors[`--color-${name}`] ?? ''))
    return oklab([red, green, blue].map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple)
  }
  const meanings = ['success', 'warning', 'error', 'info']
  const distances = ['text', 'fill'].flatMap((kind) =>
    meanings.flatMap((one, index) =>
      meanings.slice(index + 1).map((other) => {
        const [first, second] = [seen(`${one}-${kind}`), seen(`${other}-${kind}`)]
        return Math.hypot(...first.map((part, at) => part - (second[at] ?? 0)))
      }),
    ),
  )
  return Math.min(...distances)
}

describe('colours for people who confuse some of them', () => {
  test.each([
    ['protanopia', 'redGreen'],
    ['deuteranopia', 'redGreen'],
    ['tritanopia', 'blueYellow'],
  ] as const)('%s: success, warning, error and information look different, and more so than usual', (who, vision) => {
    for (const mode of lights) {
      const helped = leastDistance(who, { ...mode, vision })
      expect(helped).toBeGreaterThan(0.085)
      expect(helped).toBeGreaterThan(1.3 * leastDistance(who, mode))
    }
  })
})

describe('the colours of people and roles', () => {
  test('are not those of statuses', () => {
    for (const mode of [{}, { dark: true }]) {
      const colors = derive(defaultPalette, mode)
      const seen = (name: string): Triple => oklab(linearOf(colors[`--color-${name}-text`] ?? ''))
      const distances = calm.flatMap((one) =>
        ['success', 'warning', 'error', 'info'].map((status) => Math.hypot(...seen(one).map((part, at) => part - (seen(status)[at] ?? 0)))),
      )
      expect(Math.min(...distances)).toBeGreaterThan(0.06)
    }
  })
})

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const light = fc.integer({ min: 0xe6, max: 0xff }).map((value) => `#${value.toString(16).repeat(3)}`)
const anyHues = fc.record(Object.fromEntries(colorNames.map((name) => [name, hex])) as Record<keyof Palette, typeof hex>)

describe('a custom theme', () => {
  test('is readable for all hues, on light paper by day, at night and in high contrast', () => {
    fc.assert(
      fc.property(anyHues, light, light, fc.constantFrom(...modes), (palette, background, surface, mode) => {
        expect(unreadable({ ...palette, background, surface, text: '#111827' }, mode)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
