import { expect, test } from 'vitest'
import { type Found, firstFrom, ordinalOf, type Searchable, search, stepFrom } from './finder.ts'

const pages = ['Light and shade', 'nothing here', 'light, LIGHT, light', 'the end of light']
const book: Searchable = { count: pages.length, textOf: async (page) => pages[page - 1] ?? '' }

const find = async (text: Searchable, typed: string, from = 1): Promise<Found> => {
  const told: Found[] = []
  await search({ text, typed, from, signal: new AbortController().signal, tell: (found) => told.push(found) })
  const last = told.at(-1)
  if (!last) throw new Error('Nothing was told')
  expect(last.done).toBe(true)
  return last
}

test('counts the matches of every page, ignoring case', async () => {
  const found = await find(book, 'LighT')
  expect(found.total).toBe(5)
  expect([...found.counts]).toEqual([
    [1, 1],
    [3, 3],
    [4, 1],
  ])
})

test('starts at the current page, whose match is the first', async () => {
  const asked: number[] = []
  const textOf = (page: number): string => {
    asked.push(page)
    return pages[page - 1] ?? ''
  }
  const listening: Searchable = { count: pages.length, textOf }
  const found = await find(listening, 'light', 3)
  expect(asked).toEqual([3, 4, 1, 2])
  expect(firstFrom(found, 2)).toEqual({ unit: 3, index: 0 })
  expect(firstFrom(found, 5)).toEqual({ unit: 1, index: 0 })
})

test('next and previous step through the matches of a page, then to the next page, and wrap around', async () => {
  const found = await find(book, 'light')
  const way = [{ unit: 1, index: 0 }]
  for (let step = 0; step < 5; step += 1) way.push(stepFrom(found, way.at(-1) ?? { unit: 1, index: 0 }, 1) ?? { unit: 0, index: 0 })
  expect(way.map(({ unit, index }) => `${unit}.${index}`)).toEqual(['1.0', '3.0', '3.1', '3.2', '4.0', '1.0'])
  expect(way.slice(0, 5).map((place) => ordinalOf(found, place))).toEqual([1, 2, 3, 4, 5])
  expect(stepFrom(found, { unit: 1, index: 0 }, -1)).toEqual({ unit: 4, index: 0 })
  expect(stepFrom(found, { unit: 4, index: 0 }, -1)).toEqual({ unit: 3, index: 2 })
})

test('continues after a page that cannot be read', async () => {
  const damaged: Searchable = {
    ...book,
    textOf: async (page) => (page === 2 ? Promise.reject(new Error('bad page')) : (pages[page - 1] ?? '')),
  }
  expect((await find(damaged, 'light')).total).toBe(5)
})

test('an empty query finds nothing and reads no page', async () => {
  const unread: Searchable = { count: 3, textOf: () => Promise.reject(new Error('asked')) }
  expect((await find(unread, ' ')).total).toBe(0)
})

test('an aborted search stops reading and reporting', async () => {
  const given = new AbortController()
  const asked: number[] = []
  const told: Found[] = []
  const text: Searchable = {
    count: 100,
    textOf: async (page) => {
      asked.push(page)
      if (page === 3) given.abort()
      return 'light'
    },
  }
  await search({ text, typed: 'light', from: 1, signal: given.signal, tell: (found) => told.push(found) })
  expect(asked).toEqual([1, 2, 3])
  expect(told.filter(({ done }) => done)).toEqual([])
})
