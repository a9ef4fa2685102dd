import { expect, test } from 'vitest'
import { mentionAt, stillNamed } from './mentionAt.ts'

const at = (text: string) => mentionAt(text, text.length)

test.each([
  ['@', { start: 0, query: '' }],
  ['Hello @as', { start: 6, query: 'as' }],
  ['Hello @Asha De', { start: 6, query: 'Asha De' }],
  ['(@मी', { start: 1, query: 'मी' }],
  ['asha@example', undefined],
  ['Hello @Asha Devi and', undefined],
  ['Hello @Asha ', undefined],
])('in "%s" the name that is typed is %j', (text, expected) => {
  expect(at(text)).toEqual(expected)
})

test('a person who is no longer named in the text is no longer mentioned', () => {
  expect(stillNamed('Dear @Asha', [{ name: 'Asha' }, { name: 'Ravi' }])).toEqual([{ name: 'Asha' }])
})
