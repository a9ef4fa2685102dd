import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Hosts } from '../ui/Hosts.tsx'
import { disableOutgoingLinks } from './outgoingLinks.ts'

let enable: () => void
const opened = vi.fn(() => null)
beforeEach(() => {
  opened.mockClear()
  vi.stubGlobal('open', opened)
  enable = disableOutgoingLinks()
})
afterEach(() => {
  enable()
  vi.unstubAllGlobals()
})

const sentence = 'Links that leave Carrel are off in this demo.'
const Linked = ({ to }: { to: string }) => (
  <>
    <a href={to}>
      <b>Go</b>
    </a>
    <Hosts />
  </>
)

test.each([
  'https://wa.me/919820628374?text=Hello',
  'tel:+919820628374',
  'sms:+919820628374',
  'mailto:hello@example.org',
  'upi://pay?pa=hall@okbank',
  'https://www.openstreetmap.org/',
  '//example.com/',
])('%s leads nowhere, and a press says why', async (to) => {
  render(<Linked to={to} />)
  const link = screen.getByText('Go').closest('a') as HTMLAnchorElement
  await waitFor(() => expect(link.hasAttribute('href')).toBe(false))
  expect(link.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByText('Go'))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a link that is pressed as soon as it is drawn leads nowhere either', () => {
  render(<Linked to="https://example.com/" />)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  act(() => void screen.getByText('Go').dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
})

test('a keyboard reaches such a link, and Enter says why', async () => {
  render(<Linked to="https://example.com/" />)
  const link = await screen.findByRole('link', { name: 'Go' })
  await waitFor(() => expect(link.getAttribute('tabindex')).toBe('0'))
  fireEvent.keyDown(link, { key: 'Enter' })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('links within Carrel stay, and one that takes the place of another works', async () => {
  const { rerender } = render(<Linked to="https://example.com/" />)
  const link = screen.getByText('Go').closest('a') as HTMLAnchorElement
  await waitFor(() => expect(link.hasAttribute('href')).toBe(false))
  rerender(<Linked to="/users" />)
  await waitFor(() => expect(link.getAttribute('aria-disabled')).toBeNull())
  expect([link.getAttribute('href'), link.hasAttribute('tabindex')]).toEqual(['/users', false])
  rerender(<Linked to="https://example.com/again" />)
  await waitFor(() => expect(link.hasAttribute('href')).toBe(false))
})

test('a script opens no window of others, and those of Carrel as before', async () => {
  render(<Hosts />)
  expect(window.open('https://wa.me/919820628374')).toBeNull()
  expect(opened).not.toHaveBeenCalled()
  expect(await screen.findByText(sentence)).toBeTruthy()
  window.open('/receipts/1')
  window.open('blob:http://localhost/1')
  expect(opened).toHaveBeenCalledTimes(2)
})
