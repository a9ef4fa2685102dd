/*
 * Runs in a page and returns what a look consists of, as a person sees it: only what is inside the window, is not covered by a dialog
 * and can be seen. docs/look.md defines each figure.
 */
import type { Measured } from '../measured.ts'

;((): Measured => {
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
  const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element)
  const area = ({ left, right, top, bottom }: Box): Box => ({
    left: Math.max(left, 0),
    right: Math.min(right, innerWidth),
    top: Math.max(top, 0),
    bottom: Math.min(bottom, innerHeight),
  })

  /** The dialog in which an element is: a modal one covers the page, and the panel beside the page is none. */
  const layerOf = (element: Element | null) => element?.closest('[role=dialog][aria-modal], [data-sheet], dialog:modal') ?? null
  /** A modal dialog hides everything else from screen readers, and so from these figures. */
  const isBehind = (element: Element): boolean => {
    const top = element.closest('body > *')
    return top?.getAttribute('aria-hidden') === 'true' || top?.hasAttribute('inert') === true
  }
  /** Texts of the people's own documents have their own letters and colours. */
  const isForeign = (element: Element): boolean => element.closest('[aria-label^="Page "], canvas, iframe, .sr-only') !== null
  /** A text for screen readers is one pixel high; what is transparent or scrolled out of its box is not there. */
  const isSeen = (element: Element, box: Box): boolean => {
    const { left, right, top, bottom } = area(box)
    if (right - left < 2 || bottom - top < 2 || isBehind(element) || isForeign(element)) return false
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!hit || hit.contains(element) || element.contains(hit)) return hit !== null
    // Another part that floats over this one, such as the bar at the bottom of a phone.
    const over = (one: Element): Element | null => {
      for (let each: Element | null = one; each; each = each.parentElement)
        if (['fixed', 'sticky'].includes(styleOf(each).position)) return each
      return null
    }
    return layerOf(hit) === layerOf(element) && (over(hit) === null || over(hit) === over(element))
  }

  const all = [...document.querySelectorAll('body *')].filter((each) => isSeen(each, each.getBoundingClientRect()))
  type Text = { element: Element; box: DOMRect; words: string }
  const texts: Text[] = all.flatMap((element) =>
    [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return []
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getClientRects()[0]
      return box && isSeen(element, box) ? [{ element, box, words: node.textContent.trim() }] : []
    }),
  )
  const fields = all.filter((each) => each.matches('input:not([type=checkbox], [type=radio], [type=file]), select, textarea'))
  const withLetters = [...texts.map(({ element }) => element), ...fields]

  // Sizes.
  const sizes = new Set(withLetters.map((each) => String(Math.round(Number.parseFloat(styleOf(each).fontSize) * 2) / 2)))

  // Colours.
  const root = styleOf(document.documentElement)
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  /** Solid colours as they are painted. A translucent one is a tint of another that is counted, or the scrim behind a dialog. */
  const painted = (colour: string): string => {
    if (!canvas) return colour
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    return alpha === 255 ? `#${[red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('')}` : ''
  }
  const ofTheme = (names: readonly string[], ends: readonly string[]): Set<string> =>
    new Set(
      names.flatMap((name) =>
        ends.map((end) => painted(root.getPropertyValue(`--color-${end.replace('*', name)}`).trim() || 'transparent')),
      ),
    )
  const ends = ['*', 'on-*', '*-fill', '*-fill-hover', 'on-*-fill', '*-soft', '*-text']
  const accents = ofTheme(['primary', 'secondary', 'accent'], ends)
  const states = new Set([
    ...ofTheme(['success', 'warning', 'error', 'info'], ends),
    ...ofTheme(['ending', 'ended', 'floor', 'taken', 'free', 'row'], ['seat-*', 'on-seat-*']),
    ...ofTheme(['highlight'], ['*']),
  ])
  /** Round marks with initials stand for the picture of a person; roles have the same colours. */
  const people = ofTheme(['violet', 'teal', 'plum', 'brown'], ['*-soft', '*-text'])
  const isMark = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return Math.abs(width - height) < 1 && width >= 24 && width <= 96 && Number.parseFloat(styleOf(element).borderRadius) * 2 >= width
  }
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
  const bordersOf = (element: Element): string[] => {
    const style = styleOf(element)
    return sides.flatMap((side) =>
      Number.parseFloat(style[`border${side}Width`]) > 0 && !['none', 'hidden'].includes(style[`border${side}Style`])
        ? [painted(style[`border${side}Color`])].filter(Boolean)
        : [],
    )
  }
  const isIcon = (element: Element): boolean => element.matches('svg.lucide, svg[stroke=currentColor]')
  const found = [
    ...withLetters.map((each) => painted(styleOf(each).color)),
    ...all.filter(isIcon).map((each) => painted(styleOf(each).color)),
    ...all
      .filter((each) => !each.closest('svg') && !isMark(each))
      .flatMap((each) => [painted(styleOf(each).backgroundColor), ...bordersOf(each)]),
    ...(isBehind(document.querySelector('main') ?? document.body) ? [] : [painted(styleOf(document.documentElement).backgroundColor)]),
  ]
  const own = (colour: string): boolean => colour !== '' && !accents.has(colour) && !states.has(colour) && !people.has(colour)
  const surfaces = [painted(root.getPropertyValue('--color-surface')), painted(root.getPropertyValue('--color-background'))]
  // White is both a ground and what is written on an accent.
  const colours = new Set(found.filter((each) => own(each) || surfaces.includes(each)))

  // Edges: the first thing of each line of the main part, unless it is centred or at the end of its line.
  const mains = [...document.querySelectorAll('[data-sheet], [role=dialog], main')].filter((each) => !isBehind(each))
  const main = mains.find((each) => each.matches('[data-sheet], [aria-modal]')) ?? document.querySelector('main') ?? document.body
  const isControl = (each: Element): boolean =>
    each.matches('button, a, input, select, textarea, summary, [role=button], [role=tab]') &&
    (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(styleOf(each).backgroundColor) || bordersOf(each).length === 4)
  const isLoose = (element: Element): boolean => {
    if (['center', 'right', 'end'].includes(styleOf(element).textAlign)) return true
    for (let each = element; each.parentElement && each !== main; each = each.parentElement) {
      // A whole form in the middle of the page has edges of its own; one line or one message in it has not.
      if (each.getBoundingClientRect().height > 160) return false
      const parent = styleOf(each.parentElement)
      const self = styleOf(each)
      const aside = /end|center|right/
      if (!/flex|grid/.test(parent.display)) continue
      const isColumn = parent.display.includes('flex') && parent.flexDirection.startsWith('column')
      if (isColumn && aside.test(self.alignSelf === 'auto' ? parent.alignItems : self.alignSelf)) return true
      if (!isColumn && aside.test(parent.justifyContent) && !each.parentElement.matches('button, a')) return true
    }
    return false
  }
  type Item = { element: Element; box: Box }
  const inMain = (element: Element): boolean => main.contains(element)
  const controls: Item[] = all
    .filter((each) => inMain(each) && isControl(each))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
  const pictures: Item[] = all
    .filter((each) => inMain(each) && (each.matches('img, svg') || isMark(each)) && !each.parentElement?.closest('svg'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
  const isInControl = (element: Element): boolean => controls.some((one) => one.element !== element && one.element.contains(element))
  const items: Item[] = [...controls, ...pictures, ...texts.filter(({ element }) => inMain(element))].filter(
    ({ element }) => !isInControl(element),
  )
  const isFirst = ({ box }: Item): boolean => {
    const middle = (box.top + box.bottom) / 2
    return !items.some((other) => other.box.left < box.left - 1 && other.box.top <= middle && other.box.bottom >= middle)
  }
  const named = ({ element, box }: Item) => ({
    x: box.left,
    words: (element.textContent ?? element.tagName).trim().slice(0, 24) || element.tagName,
  })
  const starts = items
    .filter((each) => isFirst(each) && !isLoose(each.element))
    .map(named)
    .toSorted((one, other) => one.x - other.x)
  const tolerance = 2
  const edges = starts
    .filter(({ x }, at) => at === 0 || x - (starts[at - 1]?.x ?? 0) > tolerance)
    .map(({ x, words }) => `${Math.round(x)} ${words}`)

  // Filled buttons.
  const fills = new Set([...ofTheme(['primary', 'accent', 'error', 'success'], ['*-fill', '*-fill-hover'])].filter(Boolean))
  const filled = all
    .filter((each) => each.matches('button, a, [role=button], input[type=submit]'))
    .filter((each) => !each.matches('[aria-pressed=true], [aria-selected=true], [aria-current], [role=switch], :disabled'))
    .filter((each) => fills.has(painted(styleOf(each).backgroundColor)))
    .map((each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim())

  // Bordered elements. Lines between the rows of one table or list make one element: a ruled list.
  const isRule = (element: Element): boolean =>
    sides.filter((side) => Number.parseFloat(styleOf(element)[`border${side}Width`]) > 0).length === 1 &&
    element.matches('td, th, tr, li, dl > div, [role=row], [role=treeitem]')
  const counted = (element: Element): Element =>
    (isRule(element) && element.parentElement?.closest('table, ul, ol, dl, [role=grid], [role=tree]')) || element
  const bordered = new Set(all.filter((each) => bordersOf(each).length > 0 && !each.closest('svg')).map(counted))
  const nameOf = (each: Element): string =>
    `${each.tagName.toLowerCase()} ${(each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 30)}`
  return {
    sizes: [...sizes].toSorted((one, other) => Number(one) - Number(other)),
    colours: [...colours],
    edges,
    filled,
    bordered: [...bordered].map(nameOf),
  }
})()
