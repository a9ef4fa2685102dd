import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { newAccount } from '#server/testing/people.ts'
import { isSqlite } from './dialect.ts'
import { newId } from './ids.ts'
import { cellOf } from './messageIndex.ts'
import { messageIndexOf } from './messageIndexOf.ts'
import type { Db } from './tables.ts'
import { transact } from './transact.ts'
import { textQuery } from './words.ts'

const at = '2026-11-22T05:30:00.000Z'

/** A database with these texts, each in its conversation, oldest first. */
const givenMessages = async (said: readonly (readonly [conversation: string, text: string])[]) => {
  const { db } = await testDatabase()
  const index = messageIndexOf(db)
  const sender = newAccount('student')
  await db.insertInto('users').values(sender).execute()
  const seqs = new Map<string, number>()
  const begin = (id: string) =>
    db
      .insertInto('conversations')
      .values({
        id,
        type: 'group',
        builtIn: null,
        name: id,
        nameFolded: id,
        description: '',
        pairKey: null,
        postPolicy: 'all',
        firstSeq: 1,
        lastSeq: 0,
        lastChange: 0,
        activity: id,
        encryptedAt: null,
        keyVersion: 0,
        requiredKeyVersion: 0,
        keyMadeAt: null,
        keyMadeAfter: 0,
        createdBy: null,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const say = async (conversationId: string, text: string): Promise<string> => {
    await begin(conversationId)
    const [id, seq] = [newId(), (seqs.get(conversationId) ?? 0) + 1]
    seqs.set(conversationId, seq)
    await transact(db, async (tx) => {
      const message = { id, conversationId, seq, change: 0, type: 'text' as const, senderId: sender.id, clientId: id, content: text }
      const nothing = { replyTo: null, editedAt: null, editedBy: null, deletedAt: null, deletedBy: null }
      await tx
        .insertInto('messages')
        .values({ ...message, ...nothing, createdAt: at })
        .execute()
      await index.put(tx, { id, conversationId, seq, text })
    })
    return id
  }
  const texts = new Map<string, string>()
  for (const [conversation, text] of said) texts.set(await say(conversation, text), text)
  const find = async (typed: string, { conversations = ['hall'], most = 100, before }: Asked = {}): Promise<string[]> => {
    const query = textQuery(typed)
    const cells = conversations.map((one) => cellOf(one, 0))
    return query ? index.find(db, query, { cells, before, most }) : []
  }
  const texted = async (typed: string, asked?: Asked) => (await find(typed, asked)).map((id) => texts.get(id))
  return { db, index, say, find, texted }
}
type Asked = { conversations?: string[]; most?: number; before?: string }

/** Number of index segments on SQLite; PostgreSQL always has one. */
const piecesOf = async (db: Db): Promise<number> => {
  if (!isSqlite(db)) return 1
  const { rows } = await sql<{ count: number }>`select count(distinct segid) as count from search_message_words_idx`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of messages that have words in the index to be erased. */
const changesOf = async (db: Db): Promise<number> =>
  isSqlite(db) ? (await sql`select 1 from search_message_changes`.execute(db)).rows.length : 0

/** Number of words in the index that match a pattern. */
const wordsLike = async (db: Db, pattern: string): Promise<number> => {
  if (isSqlite(db))
    await sql`create virtual table if not exists temp.words using fts5vocab(main, search_message_words, instance)`.execute(db)
  const { rows } = await (isSqlite(db)
    ? sql<{ count: number }>`select count(*) as count from temp.words where substr(term, 11) like ${pattern}`
    : sql<{ count: number }>`select count(*) as count from search_messages where words::text like ${pattern}`
  ).execute(db)
  return rows[0]?.count ?? 0
}

const hall = [
  'Is the seat free?',
  'The FAN above seat 12 is loud',
  'विद्यालय की पुस्तक कहाँ है',
  '100% of _all_ \'quoted\' "text" * (in) brackets: ∅',
  'free seat free fan',
].map((text) => ['hall', text] as const)

describe('the index of messages', () => {
  test.each([
    ['a word in any case, newest first', 'SEAT', [4, 1, 0]],
    ['the beginning of the last word', 'fr', [4, 0]],
    ['all words in one message', 'loud seat', [1]],
    ['no words of different messages', 'loud free', []],
    ['a phrase', '"seat free"', [4, 0]],
    ['no phrase in another order', '"free is"', []],
    ['two phrases', '"the fan" "is loud"', [1]],
    ['a Hindi word', 'पुस्तक', [2]],
    ['the beginning of a Hindi word', 'विद्या', [2]],
    ['no part in the middle of a word', 'द्यालय', []],
    ['no beginning that is followed by a quote', '"fr"', []],
    ['words between marks', "100% _all_ 'quoted'", [3]],
    ['nothing for marks alone', '%_\'"*()', []],
    ['what looks like a command as words', 'seat OR fan', []],
  ])('finds %s', async (_, typed, found) => {
    const { texted } = await givenMessages(hall)
    expect(await texted(typed)).toEqual(found.map((at) => hall[at]?.[1]))
  })

  test('searches the named cells, and no other', async () => {
    const { texted } = await givenMessages([
      ['hall', 'a seat'],
      ['office', 'the seat'],
      ['hall', 'that seat'],
      ['physics', 'my seat'],
    ])
    expect(await texted('seat')).toEqual(['that seat', 'a seat'])
    expect(await texted('seat', { conversations: ['office', 'hall'] })).toEqual(['that seat', 'the seat', 'a seat'])
    expect(await texted('sea', { conversations: ['office', 'physics', 'none'] })).toEqual(['my seat', 'the seat'])
  })

  test('returns as many messages as requested, and only older ones', async () => {
    const { find } = await givenMessages(hall)
    const [newest, second, third] = await find('seat')
    expect(await find('seat', { most: 2 })).toEqual([newest, second])
    expect(await find('seat', { before: newest ?? '' })).toEqual([second, third])
    expect(await find('seat', { before: third ?? '' })).toEqual([])
    expect(await find('seat', { before: newId() })).toEqual([newest, second, third])
  })

  test('finds a message only by its new text, at its place', async () => {
    const { db, index, find } = await givenMessages(hall)
    const [, , oldest = ''] = await find('seat')
    await transact(db, (tx) => index.put(tx, { id: oldest, conversationId: 'hall', seq: 1, text: 'Is the chair free?' }, hall[0]?.[1]))
    expect(await find('chair')).toEqual([oldest])
    expect(await find('seat')).toHaveLength(2)
    expect((await find('free')).at(-1)).toBe(oldest)
  })

  test('forgets messages that are deleted or removed', async () => {
    const { db, index, find } = await givenMessages(hall)
    const [newest = '', second = '', third = ''] = await find('seat')
    await db.updateTable('messages').set({ deletedAt: at }).where('id', '=', newest).execute()
    await db.deleteFrom('messages').where('id', '=', second).execute()
    const broken = transact(db, async (tx) => {
      await index.put(tx, { id: third, conversationId: 'hall', seq: 1, text: 'chair' }, hall[0]?.[1])
      throw new Error('refused')
    })
    await expect(broken).rejects.toThrow('refused')
    expect([await find('seat'), await find('chair')]).toEqual([[third], []])
    await transact(db, index.clear)
    expect(await find('seat')).toEqual([])
  })

  test('keeps no word of what was removed or said before, and gives its number to nobody', async () => {
    const others = Array.from({ length: 60 }, (_, at) => ['hall', `the seat number ${at}`] as const)
    const { db, index, say, find } = await givenMessages([...others, ['hall', 'a zebra in the hall'], ['hall', 'a zeppelin, too']])
    const [removed = ''] = await find('zebra')
    const [edited = ''] = await find('zeppelin')
    await transact(db, async (tx) => {
      await index.put(tx, { id: edited, conversationId: 'hall', seq: 62, text: 'a balloon' }, 'a zeppelin, too')
      await index.remove(tx, [{ id: removed, conversationId: 'hall', seq: 61, text: 'a zebra in the hall' }])
      await index.remove(tx, [{ id: removed, conversationId: 'hall', seq: 61, text: 'a zebra in the hall' }])
    })
    await index.erase(db)
    expect([await wordsLike(db, '%ze%'), await changesOf(db)]).toEqual([0, 0])
    expect([await find('zebra'), await find('zeppelin'), await find('balloon'), (await find('seat')).length]).toEqual([
      [],
      [],
      [edited],
      60,
    ])
    const later = await say('hall', 'a yak')
    expect([await find('hall'), await find('yak')]).toEqual([[], [later]])
    // Deleted behind the back of the index: the message is not found, and no other message is found by its words.
    await db.updateTable('messages').set({ deletedAt: at }).where('id', '=', later).execute()
    const last = await say('hall', 'an owl')
    expect([await find('yak'), await find('owl')]).toEqual([[], [last]])
    if (isSqlite(db)) await sql`insert into search_message_words (search_message_words) values ('integrity-check')`.execute(db)
  })

  test('finds an edited message by its new words before the old ones are erased', async () => {
    const { db, index, find } = await givenMessages([...hall, ['office', 'the seat of the clerk']])
    const [clerk = ''] = await find('clerk', { conversations: ['office'] })
    const [newest = '', second = '', oldest = ''] = await find('seat')
    const was = { id: second, conversationId: 'hall', seq: 2 }
    const write = (text: string, before: string) => transact(db, (tx) => index.put(tx, { ...was, text }, before))
    await write('A loud seat above a seat', 'The FAN above seat 12 is loud')
    await write('A loud chair above a seat', 'A loud seat above a seat')
    const asked = async () => [
      await find('seat'),
      await find('seat', { most: 2 }),
      await find('seat', { before: newest }),
      await find('seat', { before: second }),
      await find('seat', { conversations: ['hall', 'office'] }),
      await find('ch'),
      await find('"chair above" lou'),
      await find('"loud above"'),
      await find('fan 12'),
      await find('chair', { conversations: ['office'] }),
    ]
    const found = [
      ...[[newest, second, oldest], [newest, second], [second, oldest], [oldest], [clerk, newest, second, oldest]],
      ...[[second], [second], [], [], []],
    ]
    expect(await asked()).toEqual(found)
    await index.erase(db)
    // Only the fan of another message remains.
    expect([await asked(), await wordsLike(db, '%fan%'), await changesOf(db)]).toEqual([found, 1, 0])
  })

  test('finds nothing of a deleted message before its words are erased, nor after', async () => {
    const { db, index, find } = await givenMessages(hall)
    const [newest = '', second = '', oldest = ''] = await find('seat')
    await transact(db, async (tx) => {
      await index.put(tx, { id: newest, conversationId: 'hall', seq: 5, text: 'a chair' }, hall[4]?.[1])
      await index.remove(tx, [{ id: newest, conversationId: 'hall', seq: 5, text: 'a chair' }])
      await index.remove(tx, [{ id: second, conversationId: 'hall', seq: 2, text: hall[1]?.[1] ?? '' }])
    })
    const asked = async () => [await find('seat'), await find('seat', { most: 1 }), await find('chair'), await find('loud')]
    expect(await asked()).toEqual([[oldest], [oldest], [], []])
    await index.erase(db)
    expect([await asked(), await wordsLike(db, '%loud%'), await wordsLike(db, '%chair%')]).toEqual([[[oldest], [oldest], [], []], 0, 0])
  })

  test('finds the same whether words are erased early or late', { timeout: 60_000 }, async () => {
    const word = fc.constantFrom('seat', 'seats', 'fan', 'fans', 'free')
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    const step = fc.record({ at: fc.nat(5), text, kind: fc.constantFrom('edit', 'edit', 'remove', 'erase') })
    const queries = ['seat', 'sea', '"seat fan"', 'fan free', '"free seat" f']
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 6, maxLength: 6 }), fc.array(step, { maxLength: 12 }), async (first, steps) => {
        const { db, index, say, find } = await givenMessages([])
        const living = new Map<number, { id: string; text: string }>()
        for (const [at, said] of first.entries()) living.set(at, { id: await say('hall', said), text: said })
        for (const { at, text, kind } of steps) {
          const message = living.get(at)
          if (kind === 'erase') await index.erase(db)
          if (!message || kind === 'erase') continue
          const place = { id: message.id, conversationId: 'hall', seq: at + 1 }
          await transact(db, (tx) =>
            kind === 'edit' ? index.put(tx, { ...place, text }, message.text) : index.remove(tx, [{ ...place, text: message.text }]),
          )
          if (kind === 'edit') living.set(at, { ...message, text })
          else living.delete(at)
        }
        const found: string[][] = []
        for (const query of queries) found.push(await find(query))
        const fresh = await givenMessages([])
        const ids = new Map<string, string>()
        for (const { id, text } of living.values()) ids.set(await fresh.say('hall', text), id)
        for (const [at, query] of queries.entries()) expect(found[at]).toEqual((await fresh.find(query)).map((id) => ids.get(id)))
      }),
      { numRuns: roundsOf({ ordinary: 15, hard: 100 }) },
    )
  })

  test('finds the same after merging, and what is written then', async () => {
    const { db, index, find } = await givenMessages(Array.from({ length: 40 }, (_, at) => ['hall', `seat ${at}`] as const))
    const [newest = '', ...others] = await find('seat')
    await db.updateTable('messages').set({ deletedAt: at }).where('id', '=', newest).execute()
    expect(await piecesOf(db)).toBeGreaterThan(isSqlite(db) ? 1 : 0)
    await index.tidy(db)
    await index.tidy(db)
    expect(await piecesOf(db)).toBe(1)
    expect(await find('seat')).toEqual(others)
    expect(await find('"seat 7"')).toHaveLength(1)
    await transact(db, (tx) => index.put(tx, { id: others[0] ?? '', conversationId: 'hall', seq: 39, text: 'chair' }, 'seat 38'))
    expect([await find('chair'), await find('seat')]).toEqual([others.slice(0, 1), others.slice(1)])
  })

  test('has cells of the size by which their last messages are indexed', async () => {
    const { db, index } = await givenMessages([])
    const { rows } = await (isSqlite(db)
      ? sql<{ text: string }>`select sql as text from sqlite_schema where name = 'messages_at_cell_end'`
      : sql<{ text: string }>`select indexdef as text from pg_indexes where indexname = 'messages_at_cell_end'`
    ).execute(db)
    expect(rows[0]?.text.replaceAll(/[()]/g, '')).toContain(`seq % ${index.cellMessages} = ${index.cellMessages - 1}`)
  })

  test('accepts a message of as many different words as fit into one', async () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`)
    const { find } = await givenMessages([['hall', words.join(' ')]])
    expect(await find('w0')).toHaveLength(1)
  })

  test('accepts every search text', { timeout: 60_000 }, async () => {
    const { find } = await givenMessages(hall)
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...`"'*()%_\\:-+^{}&|!<> aऀका`), maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        expect(Array.isArray(await find(text, { conversations: ['hall', 'office'] }))).toBe(true)
      }),
      { numRuns: roundsOf({ ordinary: 50, hard: 1_000 }) },
    )
  })
})
