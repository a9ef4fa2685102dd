import { act, screen, within } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { usersApi } from '#people/users/users.contract.ts'
import { openUsers, people, person, seats } from '#people/users/web/testing/usersPage.tsx'
import { refresh } from '#web/api/queryClient.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { type Figures, figuresApi } from '../figures.contract.ts'
import { figuresOnUsers } from '../figures.pages.tsx'

beforeAll(() => figuresOnUsers.figures?.load())

const figures: Figures = { ending: 4, ended: 2, owes: 1_200, freeSeats: 9, uncharged: 0 }

let goBack = () => {}
/** The roster menu of the page is of no interest here: in its place, the browser's Back. */
const Back = () => {
  const navigate = useNavigate()
  goBack = () => void navigate(-1)
  return null
}
const back = () => act(async () => goBack())

const open = (at = '/users', ...replies: FakeReply[]) => {
  const page = openUsers('manager', [people(person()), seats(), reply(figuresApi.figures, figures), ...replies], at, {
    ...figuresOnUsers,
    roster: { Component: Back, load: async () => {} },
  })
  const strip = async () => within(await page.findByRole('group', { name: 'Students and seats' }))
  const figure = async (name: string) => (await strip()).findByRole('button', { name })
  const asked = () => page.calls.filter(({ endpoint }) => endpoint === usersApi.list).at(-1)?.received.query
  return { ...page, strip, figure, asked }
}

test('reads each figure with its name, and counts them in one call', async () => {
  const page = open()
  await page.figure('Ends this week 4')
  const strip = await page.strip()
  expect(strip.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Ends this week 4',
    'Ended 2',
    'Owes 1,200',
    'Not charged 0',
  ])
  expect(strip.getByRole('link', { name: 'Free seats 9' }).getAttribute('href')).toBe('/users?view=seats&free=1')
  expect(page.calls.filter(({ endpoint }) => endpoint === figuresApi.figures)).toHaveLength(1)
})

test.each([
  ['Ends this week 4', 'role=student&status=expiring-7&hasSeat=true', { role: 'student', status: 'expiring-7', hasSeat: 'true' }],
  ['Ended 2', 'role=student&status=expired&hasSeat=true', { role: 'student', status: 'expired', hasSeat: 'true' }],
  ['Owes 1,200', 'only=owes', { only: 'owes' }],
  ['Not charged 0', 'only=uncharged', { only: 'uncharged' }],
])('“%s” shows these people on a press, and all of them on the next', async (name, address, filters) => {
  const list = reply(usersApi.list, ({ query }) => ({
    items: [person()],
    nextCursor: null,
    total: Object.keys(query).length === 1 ? 63 : 1,
  }))
  const page = open('/users', list)
  expect(await page.findByText('63 users')).toBeTruthy()
  await page.user.click(await page.figure(name))
  expect(page.address()).toBe(`/users?${address}`)
  expect((await page.figure(name)).getAttribute('aria-pressed')).toBe('true')
  expect((await page.strip()).getAllByRole('button', { pressed: true })).toHaveLength(1)
  expect(await page.findByText('Found 1 user')).toBeTruthy()
  expect(page.asked()).toEqual({ limit: '100', ...filters })
  expect(page.queryByRole('button', { name: /^Remove filter/ })).toBeNull()
  await page.user.click(await page.figure(name))
  expect(page.address()).toBe('/users')
  expect(await page.findByText('63 users')).toBeTruthy()
  expect((await page.strip()).queryAllByRole('button', { pressed: true })).toEqual([])
})

test('goes from one figure to another, keeps the search, and Back returns to each', async () => {
  const page = open('/users?q=asha')
  await page.user.click(await page.figure('Ends this week 4'))
  await page.user.click(await page.figure('Owes 1,200'))
  expect(page.address()).toBe('/users?q=asha&only=owes')
  await expect.poll(page.asked).toEqual({ limit: '100', search: 'asha', only: 'owes' })
  await back()
  expect((await page.figure('Ends this week 4')).getAttribute('aria-pressed')).toBe('true')
  expect((await page.figure('Owes 1,200')).getAttribute('aria-pressed')).toBe('false')
  await back()
  expect(page.address()).toBe('/users?q=asha')
})

test('is not pressed once another filter is chosen', async () => {
  const page = open('/users?role=student&status=expired&hasSeat=true')
  expect((await page.figure('Ended 2')).getAttribute('aria-pressed')).toBe('true')
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Account' }), 'Active')
  expect((await page.figure('Ended 2')).getAttribute('aria-pressed')).toBe('false')
  expect(page.getByRole('button', { name: 'Remove filter: With a seat' })).toBeTruthy()
})

test('follows what changes, and filters without figures that failed to load', async () => {
  let reload = figures
  const page = open(
    '/users',
    reply(figuresApi.figures, () => reload),
  )
  await page.figure('Owes 1,200')
  reload = { ...figures, owes: 1_199 }
  await act(() => refresh(['fees']))
  await page.figure('Owes 1,199')
  page.unmount()
  const failed = open(
    '/users',
    reply(figuresApi.figures, () => refuse({ code: 'odd', status: 400, message: '' })),
  )
  await act(() => refresh(['fees']))
  await failed.user.click(await failed.figure('Owes 1,199'))
  expect(failed.address()).toBe('/users?only=owes')
})

test('leads to the free seats on the map', async () => {
  const page = open()
  await page.user.click((await page.strip()).getByRole('link', { name: /^Free seats/ }))
  expect(page.address()).toBe('/users?view=seats&free=1')
  expect(await screen.findByRole('switch', { name: 'Free only', checked: true })).toBeTruthy()
})
