// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createPaintQueue } from './paintQueue.ts'

/** A document whose pages finish painting when the test says so. */
const slowPdf = (isOffline?: () => boolean) => {
  const painting: { page: number; canvas: HTMLCanvasElement; finish: () => void; fail: () => void }[] = []
  const paint = (page: number, canvas: HTMLCanvasElement, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      painting.push({ page, canvas, finish: resolve, fail: () => reject(new Error('bad page')) })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { painting, pages: () => painting.map(({ page }) => page), queue: createPaintQueue({ paint }, isOffline) }
}

const order = (page: number, distance: number, signal = new AbortController().signal) => ({
  page,
  width: 10,
  height: 10,
  distance: () => distance,
  signal,
})
afterEach(() => void vi.useRealTimers())
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('paints one page at a time, the nearest one first', async () => {
  const { painting, queue } = slowPdf()
  void queue(order(1, 9))
  void queue(order(5, 5))
  void queue(order(3, 1))
  expect(painting.map(({ page }) => page)).toEqual([1])
  painting[0]?.finish()
  await settle()
  expect(painting.map(({ page }) => page)).toEqual([1, 3])
  painting[1]?.finish()
  await settle()
  expect(painting.map(({ page }) => page)).toEqual([1, 3, 5])
})

test('does not paint a page that is no longer needed', async () => {
  const { painting, queue } = slowPdf()
  const gone = new AbortController()
  void queue(order(1, 0))
  const second = queue(order(2, 0, gone.signal))
  gone.abort()
  painting[0]?.finish()
  await expect(second).rejects.toThrow()
  expect(painting).toHaveLength(1)
})

test('a page that cannot be painted frees its memory and does not block the others', async () => {
  const { painting, queue } = slowPdf()
  const bad = queue(order(1, 0))
  const good = queue(order(2, 0))
  painting[0]?.fail()
  await expect(bad).rejects.toThrow('bad page')
  expect(painting[0]?.canvas.width).toBe(0)
  await settle()
  painting[1]?.finish()
  expect((await good).width).toBe(10)
})

test('while offline, defers a page whose bytes are missing and retries it after the others', async () => {
  vi.useFakeTimers()
  let isOffline = false
  const { painting, pages, queue } = slowPdf(() => isOffline)
  const missing = queue(order(1, 0))
  await vi.advanceTimersByTimeAsync(60_000)
  const there = queue(order(2, 1))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pages(), 'a slow network is not offline').toEqual([1])
  isOffline = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pages()).toEqual([1, 2])
  expect(painting[0]?.canvas.width, 'frees its canvas').toBe(0)
  painting[1]?.finish()
  await there
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pages(), 'with no other page waiting, it is not deferred').toEqual([1, 2, 1])
  isOffline = false
  painting[2]?.finish()
  expect((await missing).width).toBe(10)
})

test('while offline, pages take turns of growing length and a new one goes first', async () => {
  vi.useFakeTimers()
  const { pages, queue } = slowPdf(() => true)
  void queue(order(1, 0))
  void queue(order(2, 1))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(pages()).toEqual([1, 2, 1, 2, 1, 2, 1, 2])
  void queue(order(3, 2))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pages().at(-1)).toBe(3)
})
