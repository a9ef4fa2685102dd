import { expect, test } from 'vitest'
import type { Room } from '#server/realtime/live.ts'
import { given } from '#server/testing/given.ts'
import { chatChannel } from './conversations.channel.ts'
import { groupOf, privateOf } from './testing/chat.ts'

test('the rooms of many people match the rooms of each one: existing groups, and built-in ones', async () => {
  const app = await given()
  const [asha, binod, alone] = [await app.as('student'), await app.as('manager'), await app.as('student')]
  const [physics, history, closed] = [await groupOf(app, [asha, binod]), await groupOf(app, [asha]), await groupOf(app, [asha, alone])]
  await privateOf(asha, binod)
  await app.db.updateTable('conversations').set({ deletedAt: new Date().toISOString() }).where('id', '=', closed).execute()
  const people = [asha, binod, alone].map(({ me }) => me)
  const all = await chatChannel.roomsAmong?.(app.platform, people)
  for (const me of people) expect(all?.get(me._id)?.toSorted()).toEqual((await chatChannel.roomsOf?.(app.platform, me))?.toSorted())
  const everybody: Room[] = ['conversation:announcement', 'conversation:general']
  expect(new Set(all?.get(asha._id))).toEqual(new Set([...everybody, `conversation:${physics}`, `conversation:${history}`]))
  expect(all?.get(alone._id)?.toSorted()).toEqual(everybody)
})
