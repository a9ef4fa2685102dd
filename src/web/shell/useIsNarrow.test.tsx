import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { followTextSize, useIsNarrow } from './useIsNarrow.ts'

const root = document.documentElement
afterEach(() => {
  vi.unstubAllGlobals()
  root.style.fontSize = ''
  window.dispatchEvent(new Event('resize'))
})

const Shown = () => <p>{useIsNarrow() ? 'mobile' : 'usual'}</p>

test('text of twice the size gets the mobile layout in a window of twice the width', () => {
  let resized = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        resized = tell
      }
      observe() {}
    },
  )
  vi.stubGlobal('innerWidth', 1280)
  root.style.fontSize = '16px'
  followTextSize()
  render(<Shown />)
  expect(screen.getByText('usual')).toBeTruthy()
  root.style.fontSize = '32px'
  act(() => resized())
  expect(screen.getByText('mobile')).toBeTruthy()
  expect('narrow' in root.dataset).toBe(true)
  root.style.fontSize = '24px'
  act(() => resized())
  expect(screen.getByText('usual')).toBeTruthy()
})
