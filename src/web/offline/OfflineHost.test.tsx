import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { markOffline, markOnline } from '../api/connection.ts'
import { booksKey } from '../api/replyDatabase.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { installPrompt } from './install.ts'
import { OfflineHost } from './OfflineHost.tsx'

const reviewBooks = vi.fn(async () => undefined)

beforeEach(() => {
  window.localStorage.clear()
  installPrompt.set(null)
  reviewBooks.mockClear()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  }))
})

const day = (date: string) => vi.useFakeTimers({ now: new Date(`${date}T06:00:00.000Z`), toFake: ['Date'] })

/** The browser offers to install the page. */
const offer = () => {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { prompt, event }
}

const open = (at = '/dashboard') =>
  renderPage(<OfflineHost check={async () => undefined} loadBooks={async () => ({ onDevice: { reviewBooks } })} />, { as: 'student', at })
const question = /^Install .* as an app on this phone\?$/

test('offers to install the app from the second day on, on the start page of a phone', async () => {
  day('2026-11-20')
  const first = open()
  expect(offer().event.defaultPrevented).toBe(true)
  expect(first.queryByText(question)).toBeNull()
  first.unmount()
  day('2026-11-21')
  const elsewhere = open('/chat')
  offer()
  expect(elsewhere.queryByText(question)).toBeNull()
  elsewhere.unmount()
  const second = open()
  const { prompt } = offer()
  expect(second.getByText(question)).toBeTruthy()
  await second.user.click(second.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(second.queryByText(question)).toBeNull()
})

test('never asks again after “No, thanks”', async () => {
  day('2026-11-20')
  const page = open()
  offer()
  day('2026-11-21')
  const { prompt } = offer()
  await page.user.click(page.getByRole('button', { name: 'No, thanks' }))
  day('2026-11-30')
  offer()
  expect(page.queryByText(question)).toBeNull()
  expect(prompt).not.toHaveBeenCalled()
})

test('leaves a computer to its browser', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  day('2026-11-20')
  const page = open()
  offer()
  day('2026-11-21')
  expect(offer().event.defaultPrevented).toBe(false)
  expect(page.queryByText(question)).toBeNull()
})

test('looks after the books of this device when the app opens and when the connection is back, and loads no code without books', async () => {
  open().unmount()
  expect(reviewBooks).not.toHaveBeenCalled()
  window.localStorage.setItem(booksKey, '{}')
  open()
  await vi.waitFor(() => expect(reviewBooks).toHaveBeenCalledTimes(1))
  act(() => markOffline())
  await vi.waitFor(() => expect(reviewBooks).toHaveBeenCalledTimes(2))
  act(() => markOnline())
  await vi.waitFor(() => expect(reviewBooks).toHaveBeenCalledTimes(3))
})

test('looks after the books again when the person comes back to an app that stayed open', async () => {
  day('2026-11-20')
  window.localStorage.setItem(booksKey, '{}')
  open()
  await vi.waitFor(() => expect(reviewBooks).toHaveBeenCalledTimes(1))
  const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
  comeBack()
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  comeBack()
  await vi.waitFor(() => expect(reviewBooks).toHaveBeenCalledTimes(2))
})
