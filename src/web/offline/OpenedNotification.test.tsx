import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/renderPage.tsx'
import { OpenedNotification } from './OpenedNotification.tsx'

const givenWorker = () => {
  const serviceWorker = new EventTarget()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return (data: unknown) => act(async () => void serviceWorker.dispatchEvent(new MessageEvent('message', { data })))
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

test('opens the page of a notification that was pressed, and nothing for other messages', async () => {
  const send = givenWorker()
  const { address } = renderPage(<OpenedNotification />, { at: '/dashboard' })
  for (const other of [undefined, 'open', { kind: 'stored', path: '/x' }, { kind: 'open' }]) await send(other)
  expect(address()).toBe('/dashboard')
  await send({ kind: 'open', path: '/chat?c=c1' })
  expect(address()).toBe('/chat?c=c1')
  await send({ kind: 'open', path: '/receipts/p1' })
  expect(address()).toBe('/receipts/p1')
})

test('goes through links, so that a page with input that is not saved can ask first', async () => {
  const send = givenWorker()
  const { address } = renderPage(<OpenedNotification />, { at: '/dashboard' })
  const ask = vi.fn((event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  })
  document.addEventListener('click', ask, { capture: true, once: true })
  await send({ kind: 'open', path: '/chat' })
  expect(ask).toHaveBeenCalledOnce()
  expect(address()).toBe('/dashboard')
})

test('clears the number on the icon once the app is looked at', async () => {
  givenWorker()
  const clear = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clearAppBadge', { configurable: true, value: clear })
  renderPage(<OpenedNotification />)
  expect(clear).toHaveBeenCalledOnce()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(clear).toHaveBeenCalledTimes(2)
})
