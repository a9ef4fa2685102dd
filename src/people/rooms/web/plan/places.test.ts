import { describe, expect, test } from 'vitest'
import { roomLimits } from '../../rooms.limits.ts'
import { freeSpot, inRows, type Places, seatAfter, seatAt, spotAfter, withSeatAt } from './places.ts'

const plan: Places = new Map([
  [1, { x: 0, y: 0 }],
  [2, { x: 3, y: 0 }],
  [3, { x: 1, y: 2 }],
])

describe('rows', () => {
  test('are blocks of five with an aisle, and an aisle below every second row', () => {
    const places = inRows(Array.from({ length: 25 }, (_, at) => at + 1))
    expect([1, 5, 6, 10, 11, 21].map((seat) => places.get(seat))).toEqual([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 6, y: 0 },
      { x: 10, y: 0 },
      { x: 0, y: 1 },
      { x: 0, y: 3 },
    ])
  })

  test.each([1, 38, 200, 201, 500])('of %i seats fit into a plan, each at a place of its own', (count) => {
    const spots = [...inRows(Array.from({ length: count }, (_, at) => at + 1)).values()]
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    expect(Math.max(...spots.flatMap(({ x, y }) => [x, y]))).toBeLessThan(roomLimits.planSide)
  })
})

describe('a seat', () => {
  test('changes places with the one that is there', () => {
    const next = withSeatAt(plan, 1, { x: 3, y: 0 })
    expect([next.get(1), next.get(2)]).toEqual([
      { x: 3, y: 0 },
      { x: 0, y: 0 },
    ])
  })

  test('that is new takes the place of another one, which is not drawn then', () => {
    const next = withSeatAt(plan, 9, { x: 3, y: 0 })
    expect([next.get(9), next.get(2)]).toEqual([{ x: 3, y: 0 }, undefined])
  })

  test('that is added gets the first free place', () => {
    expect(freeSpot(plan)).toEqual({ x: 1, y: 0 })
    expect(seatAt(plan, freeSpot(plan))).toBeUndefined()
  })
})

describe('arrow keys', () => {
  test('lead to the nearest seat on that side', () => {
    expect(seatAfter('ArrowRight', plan, 1)).toBe(2)
    expect(seatAfter('ArrowDown', plan, 1)).toBe(3)
    expect(seatAfter('ArrowLeft', plan, 2)).toBe(1)
    expect(seatAfter('ArrowUp', plan, 1)).toBeUndefined()
    expect(seatAfter('Home', plan, 1)).toBeUndefined()
  })

  test('never lead out of the plan', () => {
    const last = roomLimits.planSide - 1
    expect(spotAfter('ArrowLeft', { x: 0, y: 0 })).toEqual({ x: 0, y: 0 })
    expect(spotAfter('ArrowDown', { x: 0, y: last })).toEqual({ x: 0, y: last })
    expect(spotAfter('a', { x: 0, y: 0 })).toBeUndefined()
  })
})
