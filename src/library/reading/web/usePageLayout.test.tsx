import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { PdfReader } from './PdfReader.tsx'
import type { Pdf } from './pdf.ts'
import type { Size } from './zoom.ts'

/** The same phone in portrait and landscape orientation. */
const upright = { width: 360, height: 640 }
const sideways = { width: 640, height: 300 }
let shape = upright
const observers = new Set<() => void>()

/** jsdom has no layout: the content is as high as the pages, and the scroll offset is clamped as in a browser. */
const scrolls = new WeakMap<Element, number>()
const contentHeight = (element: Element): number =>
  Number.parseFloat((element.firstElementChild as HTMLElement | null)?.style.height ?? '') || 0
const clamp = (element: Element, top: number) => Math.min(Math.max(0, contentHeight(element) - shape.height), Math.max(0, top))

const ownScrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop') ?? {}

beforeEach(() => {
  shape = upright
  observers.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #look: () => void
      constructor(look: () => void) {
        this.#look = look
      }
      observe() {
        observers.add(this.#look)
      }
      disconnect() {
        observers.delete(this.#look)
      }
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => shape.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => shape.height)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return contentHeight(this)
  })
  // Not spies: if two spies replace one property, the second restores the first one's value, for all files of the process.
  Object.defineProperty(Element.prototype, 'scrollTop', {
    configurable: true,
    get(this: Element) {
      const top = clamp(this, scrolls.get(this) ?? 0)
      scrolls.set(this, top)
      return top
    },
    set(this: Element, top: number) {
      scrolls.set(this, clamp(this, top))
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  Object.defineProperty(Element.prototype, 'scrollTop', ownScrollTop)
})

const plain: Size = { width: 400, height: 560 }

const pdfOf = (pageCount: number, sizeOf = (_page: number) => plain): Pdf => ({
  pageCount,
  firstPage: sizeOf(1),
  sizeOf: async (page) => sizeOf(page),
  paint: async () => undefined,
  textOf: async () => '',
  layText: async () => ({ text: '', starts: [], elements: [] }) as never,
  outline: async () => [],
  pageOf: async () => 1,
  placeOf: async () => ({ page: 1, share: 0 }),
  faultOf: () => undefined,
  release: () => undefined,
  close: () => undefined,
})

const show = (pdf: Pdf) => {
  const onPage = vi.fn()
  const nothing = () => undefined
  renderPage(
    <PdfReader pdf={pdf} title="Light" start={{ page: 1, continued: false }} onPage={onPage} onPainted={nothing} onFailed={nothing} />,
    { as: 'student' },
  )
  const pages = screen.getByRole('region', { name: 'Pages of Light' })
  const scrollTo = (top: number) => {
    pages.scrollTop = top
    fireEvent.scroll(pages)
  }
  pages.scrollTo = ((to: ScrollToOptions) => scrollTo(to.top ?? 0)) as typeof pages.scrollTo
  const turn = (next: Size) =>
    act(() => {
      shape = next
      for (const look of observers) look()
    })
  return { pages, onPage, turn, scrollTo }
}

const read = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' }).value
const goTo = (page: number) => {
  const field = screen.getByRole('textbox', { name: 'Page' })
  fireEvent.change(field, { target: { value: String(page) } })
  fireEvent.submit(field)
}
const widthOf = async (page: number) =>
  Number.parseFloat((await screen.findByRole('group', { name: new RegExp(`^Page ${page} of`) })).style.width)

test('entering a page number puts the focus on the pages, so that a phone hides its keyboard', () => {
  const { pages } = show(pdfOf(352))
  screen.getByRole('textbox', { name: 'Page' }).focus()
  goTo(300)
  expect(read()).toBe('300')
  expect(document.activeElement).toBe(pages)
})

test('rotating the phone keeps the page', async () => {
  const { turn, pages } = show(pdfOf(352))
  goTo(300)
  const before = pages.scrollTop
  for (let time = 0; time < 5; time += 1) {
    turn(sideways)
    fireEvent.scroll(pages)
    expect(read()).toBe('300')
    turn(upright)
    fireEvent.scroll(pages)
    expect(read()).toBe('300')
  }
  expect(pages.scrollTop).toBeCloseTo(before, -1)
})

test('rotating keeps the first and the last page', async () => {
  const { turn, pages } = show(pdfOf(352))
  turn(sideways)
  turn(upright)
  expect(pages.scrollTop).toBe(0)
  goTo(352)
  for (const next of [sideways, upright, sideways, upright]) {
    turn(next)
    fireEvent.scroll(pages)
    expect(read()).toBe('352')
  }
})

test('no reading position is reported for two seconds after a rotation', async () => {
  vi.useFakeTimers()
  const { turn, onPage, pages } = show(pdfOf(352))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  goTo(300)
  expect(onPage).toHaveBeenLastCalledWith(300)
  turn(sideways)
  // A browser may report any offset during a rotation.
  pages.scrollTop = 1_000
  fireEvent.scroll(pages)
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(onPage).toHaveBeenLastCalledWith(300)
  goTo(310)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(onPage).toHaveBeenLastCalledWith(310)
  expect(onPage.mock.calls.flat()).toEqual([1, 300, 310])
})

test('closing reports the page that was opened right after the window changed', async () => {
  vi.useFakeTimers()
  const { turn, onPage } = show(pdfOf(352))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  turn(sideways)
  goTo(310)
  expect(onPage).not.toHaveBeenCalledWith(310)
  cleanup()
  expect(onPage).toHaveBeenLastCalledWith(310)
})

test('fits each page by its own width, so that a wide cover does not shrink other pages', async () => {
  show(pdfOf(9, (page) => (page === 1 ? { width: 1200, height: 560 } : plain)))
  expect(await widthOf(1)).toBe(336)
  await waitFor(async () => expect(await widthOf(2)).toBe(336))
})

type Finger = { clientX: number; clientY: number }
type Touched = 'touchStart' | 'touchMove' | 'touchEnd'
const touch = (target: Element, type: Touched, touches: Finger[]) => createEvent[type](target, { touches })

/** All events arrive between two frames, on a canvas that is removed after the first one. */
const spread = async (pages: Element, at: Finger, from: number, to: number) => {
  const picture = await waitFor(() => pages.querySelector('canvas') ?? Promise.reject(new Error('Nothing is painted')))
  const fingers = (apart: number) => [-1, 1].map((side) => ({ clientX: at.clientX, clientY: at.clientY + (side * apart) / 2 }))
  act(() => {
    picture.dispatchEvent(touch(picture, 'touchStart', fingers(from)))
    picture.remove()
    for (let step = 1; step <= 10; step += 1) picture.dispatchEvent(touch(picture, 'touchMove', fingers(from + ((to - from) * step) / 10)))
    picture.dispatchEvent(touch(picture, 'touchEnd', []))
  })
  fireEvent.scroll(pages)
}

const tapTwice = (pages: Element, at: Finger) => {
  for (let tap = 0; tap < 2; tap += 1) {
    fireEvent(pages, touch(pages, 'touchStart', [at]))
    fireEvent(pages, touch(pages, 'touchEnd', []))
  }
}

test('spreading two fingers to three times their distance zooms three times, around their midpoint', async () => {
  const { pages, scrollTo } = show(pdfOf(9))
  scrollTo(1_600)
  const at = { clientX: 180, clientY: 200 }
  const share = () => {
    const { top, height } = screen.getByRole('group', { name: 'Page 4 of 9' }).style
    return (pages.scrollTop + at.clientY - Number.parseFloat(top)) / Number.parseFloat(height)
  }
  const before = share()
  await spread(pages, at, 100, 300)
  expect(await widthOf(4)).toBe(3 * 336)
  expect(share()).toBeCloseTo(before, 2)
  await spread(pages, at, 300, 100)
  expect(await widthOf(4)).toBe(336)
  expect(share()).toBeCloseTo(before, 2)
})

test('a double tap zooms in, and another one out', async () => {
  const { pages } = show(pdfOf(9))
  const at = { clientX: 180, clientY: 200 }
  tapTwice(pages, at)
  expect(await widthOf(1)).toBe(2.5 * 336)
  tapTwice(pages, at)
  expect(await widthOf(1)).toBe(336)
  fireEvent(pages, touch(pages, 'touchStart', [at]))
  fireEvent(pages, touch(pages, 'touchMove', [{ clientX: 180, clientY: 260 }]))
  fireEvent(pages, touch(pages, 'touchEnd', []))
  tapTwice(pages, { clientX: 180, clientY: 260 })
  expect(await widthOf(1)).toBe(2.5 * 336)
})

test('wheel zoom loses no event between two frames', async () => {
  const { pages } = show(pdfOf(9))
  act(() => {
    for (let notch = 0; notch < 10; notch += 1)
      pages.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -30, cancelable: true }))
  })
  expect(await widthOf(1)).toBe(Math.round(Math.E * 336))
})
