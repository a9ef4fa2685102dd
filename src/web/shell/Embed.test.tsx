import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Embed } from './Embed.tsx'
import { lazyScreen } from './screen.ts'

const Shelf = () => <p>The shelf</p>
const Broken = () => {
  throw new Error('a fault of ours')
}

beforeEach(() => {
  vi.useFakeTimers()
})

/** Two places for the same code, which cannot be fetched while `isOffline`. React logs every caught error to the console. */
const open = async (fetched = Shelf) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const network = { isOffline: true }
  const fetchIt = vi.fn(async () => {
    if (network.isOffline) throw new TypeError('Failed to fetch dynamically imported module')
    return fetched
  })
  const screen = lazyScreen(fetchIt)
  const places = (
    <>
      <Embed screen={screen} instead="Nothing yet" />
      <Embed screen={screen} />
    </>
  )
  const page = await act(async () => render(places))
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { page, network, fetchIt, wait, forgetErrors: () => errors.mockClear() }
}

test('fetches missing code again after a while, once for all places that wait for it', async () => {
  const { page, network, fetchIt, wait, forgetErrors } = await open()
  expect(page.getByText('Nothing yet')).toBeTruthy()
  await wait(3_000)
  expect(fetchIt).toHaveBeenCalledTimes(2)
  network.isOffline = false
  await wait(10_000)
  expect(page.getAllByText('The shelf')).toHaveLength(2)
  expect(fetchIt).toHaveBeenCalledTimes(3)
  forgetErrors()
})

test('waits for a network after the last automatic retry, and for nothing once the place is gone', async () => {
  const { page, network, fetchIt, wait, forgetErrors } = await open()
  await wait(600_000)
  expect(fetchIt).toHaveBeenCalledTimes(5)
  network.isOffline = false
  await wait(600_000)
  expect(page.queryByText('The shelf')).toBeNull()
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(page.getAllByText('The shelf')).toHaveLength(2)
  page.unmount()
  forgetErrors()
  const other = await open()
  other.page.unmount()
  await wait(600_000)
  expect(other.fetchIt).toHaveBeenCalledTimes(1)
  other.forgetErrors()
})

test('does not retry a part that fails itself', async () => {
  const { page, network, fetchIt, wait, forgetErrors } = await open(Broken as never)
  network.isOffline = false
  await wait(600_000)
  expect(page.getByText('Nothing yet')).toBeTruthy()
  expect(fetchIt).toHaveBeenCalledTimes(2)
  forgetErrors()
})
