// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createPaintQueue } from './paintQueue.ts'

/** A document whose pages are painted when the test says so. */
const slowPdf = () => {
  const painting: { page: number; canvas: HTMLCanvasElement; finish: () => void; fail: () => void }[] = []
  const paint = (page: number, canvas: HTMLCanvasElement) =>
    new Promise<void>((resolve, reject) => painting.push({ page, canvas, finish: resolve, fail: () => reject(new Error('bad page')) }))
  return { painting, queue: createPaintQueue({ paint }) }
}

const order = (page: number, distance: number, signal = new AbortController().signal) => ({
  page,
  width: 10,
  height: 10,
  distance: () => distance,
  signal,
})
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('one page is painted at a time, the nearest to the reader first', async () => {
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

test('a page that is no longer looked at is not painted', async () => {
  const { painting, queue } = slowPdf()
  const gone = new AbortController()
  void queue(order(1, 0))
  const second = queue(order(2, 0, gone.signal))
  gone.abort()
  painting[0]?.finish()
  await expect(second).rejects.toThrow()
  expect(painting).toHaveLength(1)
})

test('a page that cannot be painted gives its memory back and does not hold up the others', async () => {
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
