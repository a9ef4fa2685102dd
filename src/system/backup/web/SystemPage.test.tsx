import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { feesApi } from '#money/fees/fees.contract.ts'
import { ReceiptNumbers } from '#money/fees/web/ReceiptNumbers.tsx'
import { eagerScreen } from '#web/shell/screen.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { givenOrigin, givenPublicUrl } from '#web/testing/publicUrl.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { replied } from '#web/testing/replied.ts'
import { type BackupWarning, backupApi, type SystemState } from '../backup.contract.ts'
import { BackupBanner } from './BackupBanner.tsx'
import { SystemPage } from './SystemPage.tsx'

const NOW = new Date('2026-11-22T06:30:00.000Z')
const archive = (at: string) => ({ fileName: `carrel-${at.slice(0, 13)}.tar`, kind: 'full' as const, at, size: 5_242_880 })

const state = (backups: Partial<SystemState['backups']> = {}, more: Partial<SystemState> = {}): SystemState => ({
  backups: {
    ...{ folder: '/mnt/second/backups', isReadable: true, isOnSameDisk: false, nextAt: '2026-11-22T21:30:00.000Z' },
    ...{ archives: [archive('2026-11-21T21:30:00.000Z')], state: 'idle', progress: null, failure: null, missing: 0, damaged: 0 },
    ...backups,
  },
  doctor: { state: 'idle', at: '2026-11-20T06:00:00.000Z', failed: false, findings: [], count: 0 },
  storage: { files: 2_097_152, database: 1_048_576, backups: 5_242_880, free: 1_073_741_824, freeForBackups: null },
  versions: { program: '0.1.0', commit: null, committedAt: null, node: '24.21.0', database: 'SQLite 3.50', update: null },
  restored: null,
  ...more,
})

const fine: BackupWarning = { warning: null, lastAt: '2026-11-21T21:30:00.000Z', isOnSameDisk: false }

const show = (given: SystemState, warning: BackupWarning = fine) =>
  renderPage(<SystemPage slots={{ receiptNumbers: eagerScreen(ReceiptNumbers) }} />, {
    as: 'superadmin',
    at: '/system',
    replies: [
      reply(backupApi.system, given),
      reply(backupApi.warning, warning),
      reply(backupApi.backUp, undefined),
      reply(backupApi.examine, undefined),
      reply(feesApi.receiptBook, { last: '2026-27/000040', lastVoucher: null, checkNeededSince: null }),
    ],
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  window.localStorage.clear()
})

describe('the system page', () => {
  const versions = { ...state().versions, commit: '4f2a91c0d3be', committedAt: '2026-11-08T06:30:00.000Z' }

  test('shows version, commit and age of the build', async () => {
    show(state({}, { versions }))
    const card = within(await screen.findByRole('region', { name: 'Versions' }))
    expect(card.getByText('0.1.0')).toBeTruthy()
    expect(card.getByText(/^Built from 4f2a91c0d3be of .*2026.* \(14 days old\)$/)).toBeTruthy()
    expect(card.queryByText('Newer version')).toBeNull()
  })

  test('shows a newer version where Carrel looks for one', async () => {
    show(state({}, { versions: { ...versions, update: { newer: '1.2.0', at: NOW.toISOString() } } }))
    const looked = within(await screen.findByRole('region', { name: 'Versions' }))
    expect(looked.getByText('Newer version').nextSibling?.textContent).toBe('1.2.0')
  })

  test('shows the address that is printed and sent', async () => {
    givenPublicUrl('https://hall.example.org')
    show(state())
    expect(within(await screen.findByRole('region', { name: 'Address' })).getByText('https://hall.example.org')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says what this browser can do at this address, and what is missing without https', async () => {
    givenPublicUrl('https://hall.example.org')
    givenOrigin('http://192.168.1.20:5000')
    vi.stubGlobal('isSecureContext', false)
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'denied' })
    show(state())
    const card = within(await screen.findByRole('region', { name: 'This browser at this address' }))
    expect(await card.findByText(/^Everything below needs an address that starts with https/)).toBeTruthy()
    expect(card.getByText('http://192.168.1.20:5000')).toBeTruthy()
    expect(card.getByText(/^PUBLIC_URL is https:\/\/hall.example.org/)).toBeTruthy()
    expect(card.getAllByText('Does not work')).toHaveLength(4)
  })

  test('says which abilities are turned off or blocked', async () => {
    const [serviceWorker, getRegistration] = ['serviceWorker', vi.fn(async () => undefined as object | undefined)]
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'denied' })
    Object.defineProperty(navigator, serviceWorker, { value: { getRegistration }, configurable: true })
    try {
      const { unmount } = show(state())
      const card = () => within(screen.getByRole('region', { name: 'This browser at this address' }))
      await screen.findByText(/^Carrel runs with OFFLINE=off/)
      expect(card().getByText('They are blocked in the settings of this browser for this address.')).toBeTruthy()
      expect(card().getAllByText('Works')).toHaveLength(2)
      unmount()
      vi.stubGlobal('Notification', { permission: 'default' })
      const again = show(state())
      await again.findByText('They are sent once PUBLIC_URL is an address that starts with https://.')
      again.unmount()
      givenPublicUrl('https://hall.example.org')
      getRegistration.mockResolvedValue({})
      show(state())
      await waitFor(() => expect(card().getAllByText('Works')).toHaveLength(4))
    } finally {
      Reflect.deleteProperty(navigator, serviceWorker)
    }
  })

  test.each([
    [undefined, 'This page is open at an address that works only on this computer. Set PUBLIC_URL to'],
    ['http://localhost:5000', 'PUBLIC_URL is http://localhost:5000, an address that works only on this computer. Set PUBLIC_URL to'],
  ])('says which setting is missing, with PUBLIC_URL being %s', async (publicUrl, text) => {
    if (publicUrl) givenPublicUrl(publicUrl)
    show(state())
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Slips and messages have no address')).toBeTruthy()
    expect(alert.textContent).toContain(text)
    expect(within(screen.getByRole('region', { name: 'Address' })).getByText('None')).toBeTruthy()
  })

  test('says that without PUBLIC_URL the address of the page is used', async () => {
    givenOrigin('http://192.168.1.20:5000')
    show(state())
    const card = within(await screen.findByRole('region', { name: 'Address' }))
    expect([card.getByText('http://192.168.1.20:5000'), card.getByText(/^PUBLIC_URL is not set/)]).toBeTruthy()
  })

  test('shows when the last backup was made and when the next is due, what uses storage, and which versions are running', async () => {
    givenPublicUrl('https://hall.example.org')
    show(state())
    const backups = await screen.findByRole('region', { name: 'Backups' })
    expect(within(backups).getByText('5 MB, verified')).toBeTruthy()
    expect(within(backups).getByText('/mnt/second/backups')).toBeTruthy()
    expect(
      within(screen.getByRole('region', { name: 'Storage' }))
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['2 MB', '1 MB', '5 MB', '1 GB', 'Unknown'])
    expect(within(screen.getByRole('region', { name: 'Versions' })).getByText('SQLite 3.50')).toBeTruthy()
    expect(screen.getByText('No problems found.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows the last receipt and voucher numbers, which can be corrected', async () => {
    const { user } = show(state())
    const card = within(await screen.findByRole('region', { name: 'Receipt and voucher numbers' }))
    expect([await card.findByText('2026-27/000040'), card.getByText('None yet')]).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Correct the last voucher number' }))
    expect(await screen.findByRole('dialog', { name: 'Correct the last voucher number' })).toBeTruthy()
  })

  test('starts a backup and a check on a press', async () => {
    const page = show(state())
    await page.user.click(await screen.findByRole('button', { name: 'Back up now' }))
    await page.user.click(screen.getByRole('button', { name: 'Check now' }))
    await waitFor(() =>
      expect(page.calls.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining([backupApi.backUp, backupApi.examine])),
    )
  })

  test('shows the progress of a backup, and starts no other', async () => {
    show(state({ state: 'running', progress: { step: 'files', done: 30, total: 120 } }))
    expect((await screen.findByRole('progressbar', { name: 'Copying the files' })).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByRole('button', { name: 'Backing up…' })).toBeTruthy()
  })

  test.each<[string, Partial<SystemState['backups']>, BackupWarning, string]>([
    ['no backup at all', { archives: [] }, { ...fine, warning: 'never', lastAt: null }, 'There is no backup yet'],
    ['an old one', {}, { ...fine, warning: 'old' }, 'The last backup is old'],
    ['a disk in the wrong place', { isOnSameDisk: true }, fine, 'The backups are on the same disk as your data'],
    ['a folder that is away', { isReadable: false, archives: [] }, fine, 'The backup folder cannot be used'],
    [
      'no room',
      { failure: { at: '2026-11-22T00:00:00.000Z', reason: 'noRoom', needed: 2_097_152, free: 1_048_576 } },
      fine,
      'The backup needs 2 MB, but only 1 MB was free. Free up space, or use a larger disk.',
    ],
    ['files that are not there', { missing: 2 }, fine, '2 stored files are missing and are not in the last backup.'],
  ])('reports %s', async (_, backups, warning, sentence) => {
    show(state(backups), warning)
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('lists the findings of the doctor', async () => {
    const findings = [{ check: 'files', message: 'A stored file is missing: ab' }]
    show(state({}, { doctor: { state: 'idle', at: '2026-11-20T06:00:00.000Z', failed: false, findings, count: 3 } }))
    expect(within(await screen.findByRole('list', { name: '3 problems found' })).getByText('A stored file is missing: ab')).toBeTruthy()
    expect(screen.getByText('And 2 more. “npm run doctor” lists all.')).toBeTruthy()
  })

  test('shows five backups, and the others on request', async () => {
    const page = show(state({ archives: Array.from({ length: 7 }, (_, day) => archive(`2026-11-${21 - day}T21:30:00.000Z`)) }))
    const list = await screen.findByRole('list', { name: 'All backups' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    await page.user.click(screen.getByRole('button', { name: 'Show 2 more' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(7)
  })

  test('can be retried if it fails to load', async () => {
    renderPage(<SystemPage slots={{ receiptNumbers: eagerScreen(ReceiptNumbers) }} />, {
      as: 'superadmin',
      at: '/system',
      replies: [reply(backupApi.system, refuse(commonErrors.unavailable)), reply(backupApi.warning, fine)],
    })
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })).toBeTruthy()
  })
})

describe('the banner', () => {
  const banner = (warning: BackupWarning, at = '/dashboard') =>
    renderPage(<BackupBanner />, { as: 'superadmin', at, replies: [reply(backupApi.warning, warning)] })

  test('warns of an old backup in one line that opens, and links to the page', async () => {
    const page = banner({ ...fine, warning: 'old' })
    const line = await screen.findByRole('button', { name: /^The last backup was made on / })
    expect(screen.getByRole('link', { name: 'Open System' }).getAttribute('href')).toBe('/system')
    await page.user.click(line)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Hide for 30 days' })).toBeNull()
  })

  test('about the same disk can be hidden for 30 days', async () => {
    const same = { ...fine, isOnSameDisk: true }
    const page = banner(same)
    await page.user.click(await screen.findByRole('button', { name: /same disk/ }))
    await page.user.click(screen.getByRole('button', { name: 'Hide for 30 days' }))
    expect(screen.queryByRole('link')).toBeNull()
    page.unmount()
    vi.setSystemTime(new Date('2026-12-22T06:29:59.000Z'))
    const later = banner(same)
    await waitFor(() => expect(later.calls).toHaveLength(1))
    await replied()
    expect(screen.queryByRole('link')).toBeNull()
    later.unmount()
    vi.setSystemTime(new Date('2026-12-22T06:30:01.000Z'))
    banner(same)
    expect(await screen.findByRole('link', { name: 'Open System' })).toBeTruthy()
  })

  test.each<[string, BackupWarning, string]>([
    ['if there is no problem', fine, '/dashboard'],
    ['before the first backup of a new installation', { warning: null, lastAt: null, isOnSameDisk: true }, '/dashboard'],
    ['on the page itself, which shows more', { ...fine, warning: 'old' }, '/system'],
  ])('shows nothing %s', async (_, warning, at) => {
    const page = banner(warning, at)
    await replied()
    expect(page.calls).toHaveLength(1)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
