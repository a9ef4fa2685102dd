import { expect, test, vi } from 'vitest'
import { canvasRoom, densityOf, pixelBudget } from './canvasSize.ts'

test('a canvas has at most twice the resolution, and never exceeds its budget', () => {
  expect(densityOf({ width: 400, height: 500 }, 3, 8e6)).toBe(2)
  expect(densityOf({ width: 400, height: 500 }, 0.8, 8e6)).toBe(1)
  const density = densityOf({ width: 4000, height: 5000 }, 2, 8e6)
  expect(4000 * density * 5000 * density).toBeCloseTo(8e6)
  expect(pixelBudget(2)).toBeLessThan(pixelBudget(8))
  expect(pixelBudget(undefined)).toBe(pixelBudget(8))
})

test('leaves a phone with little memory no room for a neighbour of a page that needs a large canvas', () => {
  vi.stubGlobal('navigator', { deviceMemory: 2 })
  expect([canvasRoom().most, canvasRoom().little]).toEqual([3.75e6, 2.5e6])
  vi.stubGlobal('navigator', { deviceMemory: 8 })
  expect(canvasRoom().most).toBe(40e6)
})
