import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { PageView } from './PageView.tsx'
import type { Page } from './page.ts'
import { lazyScreen, type Screen } from './screen.ts'

const Shelf = () => <h1>The shelf</h1>
const Broken = () => {
  throw new Error('a fault of ours')
}

/** React logs every error that a boundary catches to the console. */
const expectConsoleErrors = () => vi.spyOn(console, 'error').mockImplementation(() => {})

const show = async (screen: Screen) => {
  const page: Page = { path: '/shelf', access: 'member', screen }
  // Code that is loaded within `act` needs an awaited one.
  return act(async () => renderPage(<PageView page={page} />))
}
const open = (fetchIt: () => Promise<typeof Shelf>) => show(lazyScreen(fetchIt))

test('a page appears once its code is loaded', async () => {
  const page = await open(async () => Shelf)
  expect(await page.findByRole('heading', { name: 'The shelf' })).toBeTruthy()
})

test('a page without its code says so, and Retry fetches it again', async () => {
  const errors = expectConsoleErrors()
  let tries = 0
  const page = await open(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return Shelf
  })
  expect(await page.findByText('This page could not be loaded')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Retry' }))
  expect(await page.findByRole('heading', { name: 'The shelf' })).toBeTruthy()
  expect(tries).toBe(2)
  errors.mockClear()
})

test('keeps the page on Retry without a connection instead of losing it to a reload', async () => {
  const errors = expectConsoleErrors()
  const reload = vi.fn()
  const page = await open(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('location', { ...window.location, reload })
  await page.user.click(await page.findByRole('button', { name: 'Retry' }))
  expect(await page.findByText('This page could not be loaded')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  errors.mockClear()
})

test('a page that crashes says so and leaves the menu usable', async () => {
  const errors = expectConsoleErrors()
  const page = await open(async () => Broken)
  expect(await page.findByText('This page stopped working')).toBeTruthy()
  errors.mockClear()
})

test('shows prefetched code without a skeleton', async () => {
  const screen = lazyScreen(async () => Shelf)
  await screen.load()
  const page = await show(screen)
  expect(page.getByRole('heading', { name: 'The shelf' })).toBeTruthy()
})

test('opening a page repeats a failed prefetch', async () => {
  let tries = 0
  const screen = lazyScreen(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
    return Shelf
  })
  await screen.load()
  const page = await show(screen)
  expect(await page.findByRole('heading', { name: 'The shelf' })).toBeTruthy()
})
