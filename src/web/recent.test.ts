import { expect, test } from 'vitest'
import { Recent } from './recent.ts'

test('drops the entry that was set longest ago, however often it was read', () => {
  const recent = new Recent<string, number>(2)
  recent.set('a', 1).set('b', 2)
  recent.get('a')
  recent.set('c', 3)
  expect([...recent]).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})

test('treats an entry that is set again as new', () => {
  const recent = new Recent<string, number>(2)
  recent.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...recent.keys()]).toEqual(['a', 'c'])
})
