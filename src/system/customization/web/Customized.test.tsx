import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refresh } from '#web/api/queryClient.ts'
import { calendarToday, hallDayOf, today } from '#web/api/timeZone.ts'
import { Branding, setBranding } from '#web/shell/Branding.tsx'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { Page } from '#web/ui/Page.tsx'
import { customizationApi } from '../customization.contract.ts'
import { Customized } from './Customized.tsx'
import { untouched } from './testing/customization.ts'

afterEach(() => {
  setBranding({ systemName: '', logoUrl: null, logoSize: 40, publicUrl: null })
  for (const link of document.querySelectorAll('link[data-theme]')) link.remove()
})

const screen = (
  <>
    <Branding place="login" />
    <Page title="Documents">x</Page>
    <Customized />
  </>
)
const sheets = () => [...document.querySelectorAll('link[data-theme]')].map((link) => link.getAttribute('href'))
/** Simulates that a style sheet has loaded. */
const loaded = (href: string) => document.querySelector(`link[href="${href}"]`)?.dispatchEvent(new Event('load'))

test('name, logo, tab and theme follow changes, and the old colors stay until the new ones are loaded', async () => {
  let now = {
    ...untouched,
    systemName: 'Saraswati Hall',
    logoUrl: '/logo-1',
    showLogo: false,
    themeCssUrl: '/theme-1.css' as string | null,
  }
  const page = renderPage(screen, { replies: [reply(customizationApi.get, () => now)] })
  expect(await page.findByText('Saraswati Hall')).toBeTruthy()
  expect(document.title).toBe('Documents · Saraswati Hall')
  expect([page.container.querySelector('img'), sheets()]).toEqual([null, ['/theme-1.css']])
  loaded('/theme-1.css')
  now = { ...now, systemName: 'Saraswati Library', showLogo: true, themeCssUrl: '/theme-2.css' }
  await refresh(['customization'])
  expect(await page.findByText('Saraswati Library')).toBeTruthy()
  expect(page.container.querySelector('img')?.getAttribute('src')).toBe('/logo-1')
  expect(sheets()).toEqual(['/theme-1.css', '/theme-2.css'])
  loaded('/theme-2.css')
  expect(sheets()).toEqual(['/theme-2.css'])
  now = { ...now, themeCssUrl: null }
  await refresh(['customization'])
  await waitFor(() => expect(sheets()).toEqual([]))
})

test('without a response the page has the defaults; failures other than a 404 are logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const missing = renderPage(screen, { replies: [reply(customizationApi.get, refuse(commonErrors.notFound))] })
  await waitFor(() => expect(missing.calls).toHaveLength(1))
  expect(missing.getByText('Library System')).toBeTruthy()
  missing.unmount()
  renderPage(screen, { replies: [reply(customizationApi.get, refuse(commonErrors.notAllowed))] })
  await waitFor(() => expect(warned).toHaveBeenCalledOnce())
})

test('the browser’s bars have the color of the page, and its dark color in dark mode', async () => {
  const bars = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content')
  const root = document.documentElement
  renderPage(screen, { replies: [reply(customizationApi.get, untouched)] })
  await waitFor(() => expect(bars()).toBe(untouched.activeTheme.colors.background))
  root.style.backgroundColor = 'rgb(10, 20, 30)'
  root.setAttribute('data-dark', '')
  await waitFor(() => expect(bars()).toBe('rgb(10, 20, 30)'))
  root.removeAttribute('data-dark')
  await waitFor(() => expect(bars()).toBe(untouched.activeTheme.colors.background))
  root.removeAttribute('style')
})

test('the page takes the hour at which the hall’s day begins from the customization, and follows a change of it', async () => {
  // 01:30 on 27 November in India.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T20:00:00.000Z') })
  const days = () => [today(), calendarToday(), hallDayOf('2026-11-26T23:30:00.000Z')]
  expect(days()).toEqual(['2026-11-27', '2026-11-27', '2026-11-27'])
  let dayStartsAt = 5
  renderPage(screen, { replies: [reply(customizationApi.get, () => ({ ...untouched, hall: { ...untouched.hall, dayStartsAt } }))] })
  await waitFor(() => expect(days()).toEqual(['2026-11-26', '2026-11-27', '2026-11-27']))
  dayStartsAt = 0
  await refresh(['customization'])
  await waitFor(() => expect(days()).toEqual(['2026-11-27', '2026-11-27', '2026-11-27']))
})
