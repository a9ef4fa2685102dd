import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing/renderPage.tsx'
import { MonthStrip } from './MonthStrip.tsx'
import { twelveMonths } from './testing/months.ts'

const show = () => {
  const page = renderPage(<MonthStrip months={twelveMonths} />)
  const strip = screen.getByRole('slider', { name: 'Fees of twelve months' })
  return { ...page, strip, label: () => strip.getAttribute('aria-valuetext') }
}

test('draws each month by what is paid of it', () => {
  const { strip } = show()
  const states = [...strip.querySelectorAll('[data-month]')].map((square) => square.getAttribute('data-month'))
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'none'), ...Array.from({ length: 4 }, () => 'paid'), 'part', 'due'])
})

test('names the last month until the arrow keys choose another, and stays within the twelve', async () => {
  const { strip, label, user } = show()
  expect(label()).toBe('Nov 2026: ₹1,000 due')
  strip.focus()
  await user.keyboard('{ArrowLeft}')
  expect([label(), strip.textContent]).toEqual(['Oct 2026: ₹400 of ₹1,000 paid', expect.stringContaining('Oct 2026: ₹400 of ₹1,000 paid')])
  await user.keyboard('{Home}{ArrowLeft}')
  expect(label()).toBe('Dec 2025: no fee')
  await user.keyboard('{End}{ArrowRight}')
  expect(label()).toBe('Nov 2026: ₹1,000 due')
})

test('follows a finger, and forgets it when it leaves', () => {
  const { strip, label } = show()
  fireEvent.pointerMove(strip, { clientX: 6 * 19 + 4 })
  expect(label()).toBe('Jun 2026: ₹1,000 paid')
  fireEvent.pointerMove(strip, { clientX: 500 })
  expect(label()).toBe('Nov 2026: ₹1,000 due')
  fireEvent.pointerMove(strip, { clientX: 2 })
  fireEvent.pointerLeave(strip)
  expect(label()).toBe('Nov 2026: ₹1,000 due')
})

test('tells screen readers all twelve months', () => {
  const { strip } = show()
  const described = document.getElementById(strip.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toMatch(/^Dec 2025: no fee; .*Jun 2026: ₹1,000 paid; .*Nov 2026: ₹1,000 due$/)
})
