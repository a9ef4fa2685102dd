import { expect, test } from 'vitest'
import { chatApi } from '../../conversations.contract.ts'
import { emojiGroups, findEmoji } from './emoji.ts'
import { quickEmoji } from './quickEmoji.ts'

const all = emojiGroups.flatMap((group) => group.all)

test('every emoji is accepted as a reaction, is listed once, and has words', () => {
  for (const emoji of [...all.map((each) => each.emoji), ...quickEmoji])
    expect(chatApi.react.body.safeParse({ emoji }).success, emoji).toBe(true)
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length)
  expect(all.filter(({ words }) => words.trim() === '')).toEqual([])
  expect(all.length).toBeGreaterThan(250)
})

test('finds an emoji by the beginnings of its words, in upper or lower case', () => {
  expect(findEmoji('Crick').map(({ emoji }) => emoji)).toEqual(['🏏'])
  expect(findEmoji('red hea').map(({ emoji }) => emoji)).toEqual(['❤️'])
  expect(findEmoji('qqq')).toEqual([])
})
