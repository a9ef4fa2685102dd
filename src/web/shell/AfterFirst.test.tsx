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

test('what stands beside a page comes once the page is drawn', () => {
  show()
  expect(screen.getByText('beside it')).toBeTruthy()
})

test('beside a page that has just come it waits until someone comes back to the page', () => {
  show(true)
  expect(screen.queryByText('beside it')).toBeNull()
  turn('hidden')
  expect(screen.queryByText('beside it')).toBeNull()
  turn('visible')
  expect(screen.getByText('beside it')).toBeTruthy()
})

test('and until someone goes to another page', async () => {
  show(true)
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  expect(screen.getByText('beside it')).toBeTruthy()
})
