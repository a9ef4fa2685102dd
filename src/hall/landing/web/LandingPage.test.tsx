import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { commonErrors } from '#contract/errors.ts'
import { announcementsApi } from '#hall/announcements/announcements.contract.ts'
import { galleryApi } from '#hall/gallery/gallery.contract.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { defaultHall } from '#system/customization/customization.settings.contract.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { landingApi } from '../landing.contract.ts'
import { LandingPage } from './LandingPage.tsx'
import { customization, hall } from './testing/hall.ts'

/** Simulates the device's setting for motion, the only media query used here. */
const withMotion = (isReduced: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced, addEventListener() {}, removeEventListener() {} }))

const show = (...replies: FakeReply[]) => {
  withMotion(false)
  return renderPage(<LandingPage />, { replies })
}
const carousel = () => screen.findByRole('region', { name: 'Pictures' }).then(within)
const seconds = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 1_000))

test('welcomes a visitor with twelve facilities, four figures and a sign-in link', async () => {
  show(...hall())
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Saraswati Hall' })).toBeTruthy()
  const facilities = screen.getByRole('region', { name: 'Everything you need to study' })
  expect(within(facilities).getAllByRole('listitem')).toHaveLength(12)
  for (const figure of ['500+', '15+', '10K+', '99%']) expect(screen.getByText(figure)).toBeTruthy()
  for (const name of ['Login', 'Get Started Now', 'Member Login', 'Join Now'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/login')
  expect(screen.getAllByText('Mon-Fri')[0]?.nextSibling?.textContent).toBe('6:00 AM-11:00 PM')
  expect(screen.getByText(/All rights reserved/).textContent).toContain('Saraswati Hall')
})

test.each<[Role, string]>([
  ['student', '/dashboard'],
  ['manager', '/users'],
])('leads a signed-in %s to %s', async (role, path) => {
  withMotion(false)
  renderPage(<LandingPage />, { as: role, replies: hall() })
  expect((await screen.findByRole('link', { name: 'My page' })).getAttribute('href')).toBe(path)
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('answers above everything else whether the hall is open, what it costs and whom to call', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-23T06:00:00.000Z') })
  const own: Record<string, number> = { morning: 900, afternoon: 800 }
  const shifts = defaultHall.shifts.map((shift) => ({ ...shift, monthlyFee: own[shift.key] ?? null }))
  const prices = { monthlyFee: 1_40_000.5, monthlyFeeConfirmed: true, shifts }
  const from = { ...customization({ phone: '+91 98200-12345' }), hall: { ...defaultHall, ...prices } }
  show(...hall(), reply(customizationApi.get, from))
  expect(await screen.findByText('Open now, until 11:00 PM')).toBeTruthy()
  expect(screen.getByText('From ₹800 a month')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Call 98200 12345' }).getAttribute('href')).toBe('tel:+919820012345')
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe('https://wa.me/919820012345')
  const fees = within(screen.getByRole('region', { name: 'Fees' })).getAllByRole('listitem')
  expect(fees.map(({ textContent }) => textContent)).toEqual([
    'Morning₹900 a month',
    'Afternoon₹800 a month',
    'Full-day₹1,40,000.50 a monthMorning and afternoon on the same seat.',
  ])
})

test('says when a closed hall opens next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-25T17:00:00.000Z') })
  show(...hall({ closures: [{ date: '2026-01-26', reason: 'Republic Day' }] }))
  expect(await screen.findByText('Closed now')).toBeTruthy()
  expect(screen.getByText('Opens on Tue 27 Jan 2026 at 6:00 AM')).toBeTruthy()
})

test('a hall without confirmed fees and without a phone number has nothing in their place', async () => {
  show(...hall())
  expect(await screen.findByText(/^(Open|Closed) now/)).toBeTruthy()
  expect(screen.queryByText(/a month|₹/)).toBeNull()
  expect(screen.queryByRole('link', { name: /Call|WhatsApp/ })).toBeNull()
  expect(screen.queryByRole('region', { name: /Fees|Free seats/ })).toBeNull()
})

test('a landline has no link to WhatsApp', async () => {
  show(...hall({ phone: '022 2345 6789' }))
  expect(await screen.findByRole('link', { name: 'Call 022 2345 6789' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
})

test('shows how many seats are free today only where the owner shows them', async () => {
  const shown = { ...customization(), hall: { ...defaultHall, showFreeSeats: true } }
  const freeSeats = { morning: 12, afternoon: 1, 'full-day': 0 }
  show(...hall(), reply(customizationApi.get, shown), reply(landingApi.freeSeats, { freeSeats }))
  const seats = within(await screen.findByRole('region', { name: 'Free seats today' }))
  expect(seats.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Morning12 seats free today',
    'Afternoon1 seat free today',
    'Full-dayNo seat is free todayMorning and afternoon on the same seat.',
  ])
})

test('without figures there is no section for them', async () => {
  show(...hall({ figures: [] }))
  await screen.findByRole('heading', { level: 1, name: 'Welcome to Saraswati Hall' })
  expect(screen.queryByRole('region', { name: 'In figures' })).toBeNull()
})

test('a page whose customization cannot be loaded shows the defaults without figures', async () => {
  show(...hall(), reply(customizationApi.get, refuse(commonErrors.notFound)))
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Library System' }, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByText('500+')).toBeNull()
  expect(screen.getAllByText('Mon-Fri')[0]?.nextSibling?.textContent).toBe('6:00 AM-11:00 PM')
})

test('shows whether the hall is open, in the hall’s time zone, and the next closures', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-26T06:00:00.000Z') })
  show(...hall({ closures: [{ date: '2026-01-26', reason: 'Republic Day' }] }))
  expect(await screen.findByText('Closed today: Republic Day')).toBeTruthy()
  expect(screen.getAllByText('Closed on 26 Jan 2026: Republic Day')).toHaveLength(2)
})

test('address, phone number and email are links, and the map loads on a press', async () => {
  const mapUrl = 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4'
  const { user } = show(...hall({ address: '12 Station Road', phone: '+91 98200-12345', email: 'hall@example.org', mapUrl }))
  const visit = within(await screen.findByRole('region', { name: 'Visit Us Today' }))
  expect(visit.getByText('12 Station Road')).toBeTruthy()
  expect(visit.getByRole('link', { name: '98200 12345' }).getAttribute('href')).toBe('tel:+919820012345')
  expect(visit.getByRole('link', { name: 'hall@example.org' }).getAttribute('href')).toBe('mailto:hall@example.org')
  expect(document.querySelector('iframe')).toBeNull()
  await user.click(visit.getByRole('button', { name: 'Show map' }))
  expect(document.querySelector('iframe')?.src).toBe(mapUrl)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('IFRAME'))
})

test('in a public demo the map is off and says so', async () => {
  const mapUrl = 'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4'
  show(...hall(), reply(customizationApi.get, { ...customization({ mapUrl }), demo: 'public' }))
  expect(await screen.findByText('The map is off in this demo.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show map' })).toBeNull()
})

test('announcements show their date, and those of the last seven days are marked as new', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00.000Z') })
  const announced = (title: string, createdAt: string) => ({ _id: title, title, content: `About ${title}`, createdAt })
  const items = [announced('Exams', '2026-11-14T12:00:00.001Z'), announced('Open', '2026-11-14T12:00:00.000Z')]
  show(...hall(), reply(announcementsApi.publicList, { items, nextCursor: null }))
  const list = within(await screen.findByRole('region', { name: 'Latest Announcements' }))
  const [exams, open] = await waitFor(() => list.getAllByRole('listitem'))
  expect([exams?.textContent, open?.textContent]).toEqual(['ExamsNew14 Nov 2026About Exams', 'Open14 Nov 2026About Open'])
})

test('says that there are no announcements', async () => {
  show(...hall())
  expect(await screen.findByText('No announcements')).toBeTruthy()
  expect(screen.getByText('Check back soon for updates!')).toBeTruthy()
})

test('pictures advance every four seconds, until they are paused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(...hall({}, ['Hall', 'Door']))
  const pictures = await carousel()
  expect(await pictures.findByText('1 / 2')).toBeTruthy()
  await seconds(4)
  expect(pictures.getByText('2 / 2')).toBeTruthy()
  await seconds(4)
  expect(pictures.getByText('1 / 2')).toBeTruthy()
  fireEvent.click(pictures.getByRole('button', { name: 'Pause' }))
  await seconds(9)
  expect(pictures.getByText('1 / 2')).toBeTruthy()
  fireEvent.click(pictures.getByRole('button', { name: 'Play' }))
  await seconds(4)
  expect(pictures.getByText('2 / 2')).toBeTruthy()
})

test('pictures do not advance under the pointer or with reduced motion, set on the device or in the app', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(...hall({}, ['Hall', 'Door']))
  const pictures = await carousel()
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Pictures' }))
  await seconds(9)
  expect(pictures.getByText('1 / 2')).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Pictures' }))
  document.documentElement.dataset.reduceMotion = ''
  await seconds(9)
  delete document.documentElement.dataset.reduceMotion
  expect(pictures.getByText('1 / 2')).toBeTruthy()
})

test('pictures can be chosen with buttons, thumbnails, arrow keys and swipes, wrapping around', async () => {
  const { user } = show(...hall({}, ['Hall', 'Door', 'Desk']))
  const pictures = await carousel()
  const is = (text: string) => expect(pictures.getByText(text)).toBeTruthy()
  await user.click(await pictures.findByRole('button', { name: 'Previous image' }))
  is('3 / 3')
  await user.click(pictures.getByRole('button', { name: 'Next image' }))
  is('1 / 3')
  await user.click(pictures.getByRole('button', { name: 'Show Door' }))
  is('2 / 3')
  await user.keyboard('{ArrowRight}')
  is('3 / 3')
  await user.click(pictures.getByRole('button', { name: 'Go to image 1' }))
  const slide = pictures.getByRole('group')
  fireEvent.touchStart(slide, { changedTouches: [{ clientX: 200 }] })
  fireEvent.touchEnd(slide, { changedTouches: [{ clientX: 100 }] })
  is('2 / 3')
})

test.each<[string, FakeReply[]]>([
  ['there are no pictures', []],
  ['the pictures cannot be loaded', [reply(galleryApi.publicList, refuse(commonErrors.notFound))]],
])('shows five drawings if %s', async (_, replies) => {
  show(...hall(), ...replies)
  const pictures = await carousel()
  expect(await pictures.findByText('1 / 5')).toBeTruthy()
  expect(pictures.getByRole('img', { name: 'Reading hall' }).getAttribute('src')).toBe('/slides/hall.svg')
})
