import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBars } from './useBars.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(5_000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

const Viewer = ({ mayHide = true }: { mayHide?: boolean }) => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const style = useBars(scroller, mayHide)
  return (
    <div role="dialog" aria-label="Viewer">
      <header className="reader-bar">
        <button type="button">Close</button>
      </header>
      <div>
        <section ref={setScroller} aria-label="Pages" style={style} tabIndex={-1} />
      </div>
    </div>
  )
}

const isHidden = () => screen.getByRole('dialog').hasAttribute('data-bars-hidden')
const pages = () => screen.getByRole('region', { name: 'Pages' })
const scrollTo = (top: number) => {
  pages().scrollTop = top
  fireEvent.scroll(pages())
}
const byHand = () => fireEvent.touchMove(pages())

test('the bars hide while someone scrolls forward by hand, and return on the way up', () => {
  render(<Viewer />)
  byHand()
  scrollTo(20)
  expect(isHidden()).toBe(false)
  scrollTo(120)
  expect(isHidden()).toBe(true)
  scrollTo(110)
  expect(isHidden()).toBe(true)
  scrollTo(80)
  expect(isHidden()).toBe(false)
})

test.each<[string, () => void]>([
  ['a tap on the page', () => fireEvent.click(pages())],
  ['the focus in a bar', () => act(() => screen.getByRole('button').focus())],
  ['the end of the document', () => scrollTo(4_400)],
  ['its beginning', () => scrollTo(0)],
])('%s shows them again', (_, back) => {
  render(<Viewer />)
  byHand()
  scrollTo(200)
  expect(isHidden()).toBe(true)
  back()
  expect(isHidden()).toBe(false)
})

test('scrolling by keys, buttons and screen readers does not hide them', () => {
  render(<Viewer />)
  scrollTo(200)
  expect(isHidden()).toBe(false)
  byHand()
  fireEvent.keyDown(window, { key: 'PageDown' })
  scrollTo(900)
  expect(isHidden()).toBe(false)
  byHand()
  fireEvent.pointerDown(screen.getByRole('button'))
  scrollTo(1_900)
  expect(isHidden()).toBe(false)
})

test('shows and keeps them where they must not hide', () => {
  const { rerender } = render(<Viewer />)
  byHand()
  scrollTo(200)
  rerender(<Viewer mayHide={false} />)
  expect(isHidden()).toBe(false)
  byHand()
  scrollTo(600)
  expect(isHidden()).toBe(false)
  expect(pages().style.position).toBe('')
})

test('never hides them in a wide window', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  render(<Viewer />)
  byHand()
  scrollTo(400)
  expect(isHidden()).toBe(false)
})
