import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDrawnSoon } from './useDrawnSoon.ts'

const seats = Array.from({ length: 500 }, (_, at) => at + 1)

test('draws the seats of one screen first, and all of them after that', () => {
  const drawn: number[] = []
  renderHook(() => drawn.push(useDrawnSoon(seats).length))
  expect([drawn[0], drawn.at(-1)]).toEqual([Math.ceil(window.innerHeight / 3), 500])
})
