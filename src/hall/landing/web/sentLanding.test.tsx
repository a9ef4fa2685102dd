import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { landingDataId } from '../landing.data.contract.ts'
import { customization, hall } from './testing/hall.ts'

const send = (id: string, data: unknown) => {
  const block = document.createElement('script')
  Object.assign(block, { id, type: 'application/json', textContent: JSON.stringify(data) })
  document.body.append(block)
  return block
}

afterEach(() => {
  for (const id of ['customization', landingDataId]) document.getElementById(id)?.remove()
  // Other tests in this process read the page again, and find no embedded data.
  vi.resetModules()
})

/** Opens the page like a browser that received it with its data, while the hall has another name on the server since. */
const open = async (isWhole: boolean) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T06:00:00.000Z') })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const list = { items: [], isWhole }
  send('customization', customization())
  send(landingDataId, { at: '2026-11-22T06:00:00.000Z', timeZone: 'Asia/Kolkata', announcements: list, images: list, freeSeats: null })
  vi.resetModules()
  const [{ renderPage }, { LandingPage }] = await Promise.all([import('#web/testing/renderPage.tsx'), import('./LandingPage.tsx')])
  const now = { ...customization(), systemName: 'Ganga Hall' }
  return renderPage(<LandingPage />, { replies: [...hall(), reply(customizationApi.get, now)] })
}

const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))

test('a complete page sends no calls until someone returns to it, and then shows what is new', async () => {
  const { calls } = await open(true)
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Saraswati Hall' })).toBeTruthy()
  vi.setSystemTime('2026-11-22T06:05:00.000Z')
  // Follow-up requests would have been sent at this point.
  await act(() => import('./FollowLanding.tsx'))
  expect(calls).toEqual([])
  await comeBack()
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Ganga Hall' })).toBeTruthy()
})

test('a page with a partial list loads the rest at once', async () => {
  const { calls } = await open(false)
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1))
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Saraswati Hall' })).toBeTruthy()
})
