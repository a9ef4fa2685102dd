import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useSearchText } from './useSearchText.ts'

type Navigate = ReturnType<typeof useNavigate>
let navigate: Navigate
let type: (text: string) => void

const Page = () => {
  const { search, state } = useLocation()
  navigate = useNavigate()
  type = useSearchText().setText
  return (
    <p>
      {search} {JSON.stringify(state)}
    </p>
  )
}

test('adds the typed text to the current address when the typing rests, and keeps its state', async () => {
  vi.useFakeTimers()
  render(
    <MemoryRouter initialEntries={['/documents']}>
      <Page />
    </MemoryRouter>,
  )
  act(() => type('heat'))
  // A document is opened at the moment when the typing has rested, before that has been rendered.
  await act(async () => {
    vi.advanceTimersByTime(249)
    navigate('?document=1', { state: { pushed: true } })
    vi.advanceTimersByTime(1)
  })
  expect(screen.getByText('?document=1&q=heat {"pushed":true}')).toBeTruthy()
})
