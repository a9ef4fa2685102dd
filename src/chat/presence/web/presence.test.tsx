import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeLine } from '#web/api/socketEvents.ts'
import { reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { presenceApi as api } from '../presence.contract.ts'
import { LastSeen } from './LastSeen.tsx'
import { PresenceDot } from './PresenceDot.tsx'
import { PresenceSwitch } from './PresenceSwitch.tsx'

const asha = { userId: 'asha', name: 'Asha', role: 'student' as const }
const open = (shown: { isShown?: boolean; status?: 'online' | 'away' | 'offline'; lastSeen?: string | null } = {}) => {
  let isHidden = false
  const { isShown = true, status = 'offline', lastSeen = null } = shown
  return renderPage(
    <>
      <div data-testid="dot">
        <PresenceDot userId="asha" />
      </div>
      <div data-testid="words">
        <LastSeen userId="asha" />
      </div>
      <PresenceSwitch />
    </>,
    {
      as: 'student',
      replies: [
        reply(api.presence, () => ({ isShown, isHidden, items: isShown ? [{ ...asha, status, lastSeen }] : [] })),
        reply(api.updatePresence, ({ body }) => {
          isHidden = body.isHidden === true
          return { isHidden }
        }),
      ],
    },
  )
}

test('shows a dot and a text for presence, and updates them on events', async () => {
  const page = open({ status: 'online' })
  await waitFor(() => expect(page.getByTestId('dot').textContent).toBe('Online'))
  expect(page.getByTestId('words').textContent).toBe('Online')
  const said: unknown[] = []
  const line = takeLine({ emit: (...args) => said.push(args) })
  act(() => {
    line.connected()
    line.heard('user_status_changed', { userId: 'asha', status: 'away', lastSeen: null })
  })
  await waitFor(() => expect(page.getByTestId('dot').textContent).toBe('Away'))
  expect(said).toContainEqual(['update_status', 'online'])
  act(() => {
    line.heard('user_status_changed', { userId: 'asha', status: 'gone' })
    line.heard('user_status_changed', { userId: 'asha', status: 'offline', lastSeen: '2020-11-22T05:30:00.000Z' })
  })
  await waitFor(() => expect(page.getByTestId('words').textContent).toMatch(/^Last seen 22 Nov 2020/))
  expect(page.getByTestId('dot').textContent).toBe('')
})

test('shows the time for a person last seen today', async () => {
  const page = open({ lastSeen: new Date().toISOString() })
  await waitFor(() => expect(page.getByTestId('words').textContent).toMatch(/^Last seen today at /))
})

test('shows nothing if the presence is unknown', async () => {
  const page = open()
  await page.findByRole('switch')
  expect([page.getByTestId('words').textContent, page.getByTestId('dot').textContent]).toEqual(['', ''])
})

test('people can hide their presence', async () => {
  const page = open()
  const shown = (await page.findByRole('switch', { name: 'Show when I am online' })) as HTMLInputElement
  expect(shown.checked).toBe(true)
  await page.user.click(shown)
  expect(shown.checked).toBe(false)
  await waitFor(() =>
    expect(page.calls.filter(({ endpoint }) => endpoint === api.updatePresence).map(({ received }) => received.body)).toEqual([
      { isHidden: true },
    ]),
  )
})

test('hides the switch if the hall disables presence', async () => {
  const page = open({ isShown: false })
  const shown = (await page.findByRole('switch', { description: /has switched this off/ })) as HTMLInputElement
  expect([shown.checked, shown.disabled]).toEqual([false, true])
})
