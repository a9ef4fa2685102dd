import { describe, expect, test } from 'vitest'
import { groupOf } from '#chat/conversations/server/testing/chat.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import type { SignedList } from '../encryption.shapes.contract.ts'
import { givenListed, verifyChain, withBrowser } from './testing/chains.ts'

const pathOf = (id: string, query = '') => `/chat/conversations/${id}/encryption/lists${query}`

const placeOf = ({ userId, generation, number }: SignedList) => [userId, generation, number]

/** Asha started over, Binod has two lists, and Chitra has not set up encryption; Divya shares no group with them. */
const givenGroup = async (lasts: 'test' | 'file' = 'test') => {
  const app = await given({}, { lasts })
  const [asha, binod, chitra, divya] = [await app.as('student'), await app.as('student'), await app.as('student'), await app.as('student')]
  await givenListed(asha)
  const ashas = await givenListed(asha, 1)
  const { after: binods } = await withBrowser(await givenListed(binod))
  await givenListed(divya)
  const id = await groupOf(app, [asha, binod, chitra])
  const chains = [ashas, binods].toSorted((one, other) => (one.person._id < other.person._id ? -1 : 1))
  return { app, asha, binod, chitra, divya, id, chains, expected: chains.flatMap(({ lists }) => lists) }
}

let unchanged: ReturnType<typeof givenGroup> | undefined

/** The same for all tests that only read; they come first, because on PostgreSQL another app empties the database. */
const givenUnchanged = () => {
  unchanged ??= givenGroup('file')
  return unchanged
}

const pagesOf = async (person: SignedInPerson, id: string, limit: number): Promise<SignedList[][]> => {
  const pages: SignedList[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await person.get(pathOf(id, `?limit=${limit}&cursor=${cursor}`))
    expect(status).toBe(200)
    pages.push(body.items)
    cursor = body.nextCursor
  }
  return pages
}

describe('the lists of the members of a conversation', () => {
  test('are those of the newest generation, ordered by person and number, and verifiable', async () => {
    const { chitra, id, chains, expected } = await givenUnchanged()
    const { body } = await chitra.get(pathOf(id))
    expect(body).toEqual({ items: expected, nextCursor: null })
    for (const { chain, person } of chains)
      expect(await verifyChain(body.items.filter(({ userId }: SignedList) => userId === person._id))).toMatchObject({ head: chain.head })
  })

  test.each([1, 2])('come in pages of %i, which end in the middle of a chain too', async (limit) => {
    const { asha, id, expected } = await givenUnchanged()
    const pages = await pagesOf(asha, id, limit)
    expect(pages.map(({ length }) => length)).toEqual(limit === 1 ? [1, 1, 1] : [2, 1])
    expect(pages.flat().map(placeOf)).toEqual(expected.map(placeOf))
  })

  test('are rejected with a cursor that no page has returned, or a limit out of bounds', async () => {
    const { asha, id } = await givenUnchanged()
    const statusOf = async (query: string) => (await asha.get(pathOf(id, query))).status
    expect(await Promise.all(['?cursor=x', `?cursor=${asha._id}`, `?cursor=${asha._id}_x`].map(statusOf))).toEqual([400, 400, 400])
    const limited = [0, 1, encryptionLimits.memberListsAtOnce, encryptionLimits.memberListsAtOnce + 1].map((limit) =>
      statusOf(`?limit=${limit}`),
    )
    expect(await Promise.all(limited)).toEqual([400, 200, 200, 400])
  })

  test('include only current members, and are only available to them', async () => {
    const { app, asha, binod, divya, id } = await givenGroup()
    expect((await divya.get(pathOf(id))).status).toBe(404)
    await app.db.deleteFrom('conversationMembers').where('conversationId', '=', id).where('userId', '=', binod._id).execute()
    expect((await binod.get(pathOf(id))).status).toBe(404)
    expect((await asha.get(pathOf(id))).body.items.map(placeOf)).toEqual([[asha._id, 1, 0]])
  })

  test('exclude deleted people', async () => {
    const { app, asha, binod, id } = await givenGroup()
    await app.db.updateTable('users').set({ deletedAt: new Date().toISOString() }).where('id', '=', binod._id).execute()
    expect((await asha.get(pathOf(id))).body.items.map(placeOf)).toEqual([[asha._id, 1, 0]])
  })

  test('are empty if there are too many members to encrypt', async () => {
    const { app, asha, id } = await givenGroup()
    const join = async (count: number) => {
      const people = Array.from({ length: count }, () => newAccount('student'))
      const joined = { conversationId: id, joinedSeq: 0, joinedAt: new Date().toISOString() }
      await app.db.insertInto('users').values(people).execute()
      await app.db
        .insertInto('conversationMembers')
        .values(people.map((person) => ({ ...joined, userId: person.id })))
        .execute()
    }
    await join(encryptionLimits.encryptedMembers - 3)
    expect((await asha.get(pathOf(id))).body.items).toHaveLength(3)
    await join(1)
    expect((await asha.get(pathOf(id))).body).toEqual({ items: [], nextCursor: null })
  })
})
