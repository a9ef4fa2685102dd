import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('a focused button goes away at the end of a test whose clock stands still', () => {
  vi.useFakeTimers()
  render(<button type="button">Save</button>)
  screen.getByRole('button').focus()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('and the next test still gets its frames', async () => {
  const frame = vi.fn()
  requestAnimationFrame(frame)
  await expect.poll(() => frame.mock.calls.length).toBe(1)
})
