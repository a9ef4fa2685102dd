import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { AfterFirst } from './AfterFirst.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const show = (isFresh?: boolean) =>
  render(
    <MemoryRouter initialEntries={['/']}>
      <Link to="/login">Login</Link>
      <AfterFirst {...(isFresh === undefined ? {} : { isFresh })}>beside it</AfterFirst>
    </MemoryRouter>,
  )

const turn = (visibilityState: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('renders its children once the page is drawn', () => {
  show()
  expect(screen.getByText('beside it')).toBeTruthy()
})

test('waits beside a fresh page until the person comes back to it', () => {
  show(true)
  expect(screen.queryByText('beside it')).toBeNull()
  turn('hidden')
  expect(screen.queryByText('beside it')).toBeNull()
  turn('visible')
  expect(screen.getByText('beside it')).toBeTruthy()
})

test('waits until the person goes to another page', async () => {
  show(true)
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  expect(screen.getByText('beside it')).toBeTruthy()
})
