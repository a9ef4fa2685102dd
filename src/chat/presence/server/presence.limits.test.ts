import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { presenceLimits } from '../presence.contract.ts'

test('shows presence for a limited number of private conversations, the latest ones', async () => {
  const { as, db } = await given()
  const asha = await as('student')
  const at = '2026-11-22T05:30:00.000Z'
  const accounts = Array.from({ length: presenceLimits.people + 1 }, () => newAccount('student'))
  for (let done = 0; done < accounts.length; done += 100) {
    const some = accounts.slice(done, done + 100)
    await db.insertInto('users').values(some).execute()
    const made = some.map((account) => ({ other: account.id, id: newId() }))
    await db
      .insertInto('conversations')
      .values(
        made.map(({ other, id }) => ({
          id,
          type: 'private' as const,
          builtIn: null,
          name: null,
          nameFolded: null,
          description: '',
          pairKey: `${asha._id}:${other}`,
          postPolicy: 'all' as const,
          firstSeq: 1,
          lastSeq: 0,
          lastChange: 0,
          activity: id,
          encryptedAt: null,
          keyVersion: 0,
          requiredKeyVersion: 0,
          keyMadeAt: null,
          keyMadeAfter: 0,
          createdBy: asha._id,
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
        })),
      )
      .execute()
    const members = made.flatMap(({ other, id }) =>
      [asha._id, other].map((userId) => ({ conversationId: id, userId, joinedSeq: 0, joinedAt: at })),
    )
    await db.insertInto('conversationMembers').values(members).execute()
  }
  const ids = (await asha.get('/chat/presence')).body.items.map(({ userId }: { userId: string }) => userId)
  expect([ids.length, ids[0], ids.includes(accounts[0]?.id)]).toEqual([presenceLimits.people, accounts.at(-1)?.id, false])
})
