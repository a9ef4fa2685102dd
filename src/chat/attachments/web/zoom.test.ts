import { expect, test } from 'vitest'
import { fitted, held, leastScale, mostScale, scaledTo, stepped, type View, whole } from './zoom.ts'

test('zooms from 1 to 5 and back in steps of a fifth without rounding errors', () => {
  const up: number[] = []
  let view: View = whole
  for (let n = 0; n < 25; n++) {
    view = stepped(view, 1)
    up.push(view.scale)
  }
  expect(up.slice(0, 6)).toEqual([1.2, 1.4, 1.6, 1.8, 2, 2.2])
  expect(up.slice(-6)).toEqual([mostScale, mostScale, mostScale, mostScale, mostScale, mostScale])
  for (let n = 0; n < 20; n++) view = stepped(view, -1)
  expect(view.scale).toBe(leastScale)
  expect([stepped({ scale: 1.33, x: 0, y: 0 }, 1).scale, stepped({ scale: 1.33, x: 0, y: 0 }, -1).scale]).toEqual([1.4, 1.2])
})

test('the point under the pointer stays there', () => {
  const at = { x: 100, y: -50 }
  const before: View = { scale: 2, x: 30, y: 10 }
  const after = scaledTo(before, 4, at)
  const pictured = ({ scale, x, y }: View) => [(at.x - x) / scale, (at.y - y) / scale]
  expect(pictured(after)).toEqual(pictured(before))
})

test('no edge moves into the window, and a picture that fits is centered', () => {
  const [picture, window] = [
    { width: 2_000, height: 1_000 },
    { width: 500, height: 400 },
  ]
  expect(fitted(picture, window)).toEqual({ width: 500, height: 250 })
  expect(fitted({ width: 100, height: 80 }, window)).toEqual({ width: 100, height: 80 })
  expect(held({ scale: 1, x: 80, y: 80 }, picture, window)).toEqual({ scale: 1, x: 0, y: 0 })
  expect(held({ scale: 2, x: 900, y: -900 }, picture, window)).toEqual({ scale: 2, x: 250, y: -50 })
})
