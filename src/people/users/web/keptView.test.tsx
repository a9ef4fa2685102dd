import { act } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { openUsers, people, person, seats } from './testing/usersPage.tsx'

let goBack = () => {}
/** In place of the roster menu: the browser's Back. */
const Back = () => {
  const navigate = useNavigate()
  goBack = () => void navigate(-1)
  return null
}

const open = (at = '/users') => {
  const page = openUsers('manager', [people(person()), seats()], at, { roster: { Component: Back, load: async () => {} } })
  const chosen = async () => (await page.findByRole('tab', { selected: true, name: /List|Seat map/ })).textContent
  const choose = (name: string) => page.user.click(page.getByRole('tab', { name }))
  return { ...page, chosen, choose, back: () => act(async () => goBack()) }
}

/** Opens the page, and chooses the map. */
const chooseMap = async () => {
  const page = open()
  expect(await page.chosen()).toBe('List')
  await page.choose('Seat map')
  page.unmount()
}

test('opens on the list until another tab is chosen, which this device remembers', async () => {
  await chooseMap()
  const page = open()
  expect(await page.chosen()).toBe('Seat map')
  await page.choose('List')
  expect(await page.chosen()).toBe('List')
  page.unmount()
  expect(await open().chosen()).toBe('List')
})

test.each(['/users?view=list', '/users?only=owes', '/users?q=asha', '/users?role=student&status=active'])(
  'opens the list for a link that names it although the map is remembered: %s',
  async (at) => {
    await chooseMap()
    expect(await open(at).chosen()).toBe('List')
  },
)

test('opens the map for a link that names it, which is not remembered', async () => {
  const page = open('/users?view=seats&free=1')
  expect(await page.chosen()).toBe('Seat map')
  page.unmount()
  expect(await open().chosen()).toBe('List')
})

test('stays on the list of a link once its filters are removed', async () => {
  await chooseMap()
  const page = open('/users?role=manager')
  await page.user.selectOptions(await page.findByRole('combobox', { name: 'Role' }), 'All roles')
  expect(await page.chosen()).toBe('List')
  expect(page.address()).toBe('/users?view=list')
})

test('returns to the tab that was left with Back', async () => {
  const page = open()
  await page.choose('Seat map')
  expect(page.address()).toBe('/users?view=seats')
  await page.back()
  expect(await page.chosen()).toBe('List')
})
