import { expect, test } from 'vitest'
import { document, history, physics, treeOf } from './testing/library.tsx'
import { countedWithout } from './treeCounts.ts'

const books = [
  document('optics', 'Optics', physics),
  document('waves', 'Waves', physics),
  document('rome', 'Rome', history),
  document('loose', 'Loose', null),
]

test.each([
  ['one of a subcategory', [books[0]]],
  ['some of everywhere', [books[1], books[2], books[3]]],
  ['all', books],
  ['none', []],
])('without %s, the counts are those of the remaining documents, in ancestors too', (_, gone) => {
  const rest = books.filter((book) => !gone.includes(book))
  expect(
    countedWithout(
      treeOf(books),
      gone.flatMap((each) => each ?? []),
    ),
  ).toEqual(treeOf(rest))
})

test('documents that are counted nowhere make no count negative', () => {
  expect(countedWithout(treeOf([]), books)).toEqual(treeOf([]))
})
