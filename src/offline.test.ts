import { expect, test } from 'vitest'
import { admits } from '#contract/actor.ts'
import { features } from '#server/features.ts'

test('only replies to calls of students are stored whole on a device, and none of chats', () => {
  const stored = Object.values(features)
    .flatMap(({ api }) => Object.values(api))
    .filter((endpoint) => 'offline' in endpoint)
  expect(stored.map(({ path }) => path)).toEqual(expect.arrayContaining(['/user/dashboard', '/user/fees/receipts/:id', '/notice/user']))
  expect(stored.filter(({ access, path }) => !admits(access, 'student') || path.startsWith('/chat')).map(({ path }) => path)).toEqual([])
})
