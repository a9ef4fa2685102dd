import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { formOf } from '#chat/attachments/server/testing/attach.ts'
import { connect, sqliteFile } from '#server/db/connect.ts'
import { messageIndexOf } from '#server/db/messageIndexOf.ts'
import { migrate } from '#server/db/migrate.ts'
import { transact } from '#server/db/transact.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { newAccount } from '#server/testing/people.ts'
import { givenFolder, type RunningServer, startServer } from '#server/testing/program.ts'

/*
 * Deleted content must be gone from the disk, as docs/operations.md promises: a running server on SQLite with all files it
 * leaves.
 */

type Known = { _id: string; token: string }

/** Starts an empty installation with signed-in people. */
const givenPlace = async () => {
  const DATA_DIR = await givenFolder()
  const database = await connect({ databaseUrl: undefined, dataDir: DATA_DIR })
  await migrate(database)
  const people: Known[] = []
  for (const role of ['admin', 'student', 'student'] as const) {
    const user = newAccount(role)
    await database.db.insertInto('users').values(user).execute()
    const platform = { config: { sessionDays: 30 } } as Parameters<typeof startSession>[0]
    const { token } = await startSession(platform, database.db, { userId: user.id, device: 'Chrome', now: new Date() })
    people.push({ _id: user.id, token })
  }
  await database.close()
  const [admin, asha, binod] = people as [Known, Known, Known]
  return { DATA_DIR, admin, asha, binod }
}

const start = (DATA_DIR: string) => startServer({ DATA_DIR, RATE_LIMITS: 'off' })

const general = '/chat/conversations/general'

/** Makes a call that must succeed. */
const callerOf =
  (server: RunningServer, { token }: Known) =>
  async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, path, body, token)
    expect([method, path, answer.status < 300]).toEqual([method, path, true])
    return answer.body
  }
type Call = ReturnType<typeof callerOf>

const OTHERS = 120
const AT_ONCE = 30

/** Other people write and edit messages, so that rows grow and move. */
const chatter = async (call: Call, round: string): Promise<void> => {
  for (let done = 0; done < OTHERS; done += AT_ONCE) {
    const said = Array.from({ length: AT_ONCE }, async (_, at) => {
      const { _id } = await call('POST', `${general}/messages`, { content: `${round} ${done + at}: is the seat by the fan free today?` })
      if (at % 10 === 0)
        await call('PUT', `/chat/messages/${_id}`, { content: `${round} ${done + at}: ${'is it free now? '.repeat(at + 1)}` })
    })
    await Promise.all(said)
  }
}

/** Texts that are written and deleted; lower case, because that is how search stores words. */
const canaries = [
  'plainquokka',
  'editedquokka',
  'beforequokka',
  'flaggedquokka',
  'dismissedquokka',
  'captionquokka',
  'namequokka',
  'filequokka',
]

/** Finds the texts as written, in the database, its log, the files and the words of the index. */
const foundIn = async (DATA_DIR: string): Promise<string[]> => {
  const names = await readdir(DATA_DIR, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = new Set<string>()
  for (const file of files.filter(existsSync)) {
    const bytes = await readFile(file)
    // The index omits the prefix that a word shares with the previous one.
    for (const word of [...canaries, 'uokka']) if (bytes.includes(word)) found.add(`${word} in ${file.slice(DATA_DIR.length)}`)
  }
  return [...found].sort()
}

/** The running server writes too, so this waits for its lock. */
const wordsOfIndex = (DATA_DIR: string): number => {
  const database = new DatabaseSync(sqliteFile(DATA_DIR), { timeout: 10_000 })
  database.exec('create virtual table temp.words using fts5vocab(main, search_message_words, instance)')
  const count = database.prepare(`select count(*) as count from temp.words where term like '%quokka%'`).get()?.count
  database.exec(`insert into search_message_words (search_message_words) values ('integrity-check')`)
  database.close()
  return Number(count)
}

/** Writes all texts; returns a function that deletes them. */
const sayAll = async (asha: Call, binod: Call, admin: Call): Promise<() => Promise<void>> => {
  const say = async (content: string): Promise<string> => (await asha('POST', `${general}/messages`, { content }))._id
  const plain = await say('plainquokka, of many words')
  const edited = await say('beforequokka, as it was')
  const [flagged, dismissed] = [await say('flaggedquokka, a threat'), await say('dismissedquokka, an insult')]
  const fields = { content: 'captionquokka' }
  const attached = await asha('POST', `${general}/attachments`, formOf(Buffer.from('filequokka'), 'namequokka.txt', fields))
  await asha('PUT', `/chat/messages/${edited}`, { content: 'editedquokka, as it is now' })
  await admin('PUT', `/chat/messages/${flagged}/flag`, { flag: true, reason: 'Look at this' })
  const report = await binod('POST', `/chat/messages/${dismissed}/report`, { reason: 'Rude' })
  return async () => {
    for (const id of [plain, edited, flagged, dismissed, attached._id]) await asha('DELETE', `/chat/messages/${id}`)
    await admin('PUT', `/chat/messages/${flagged}/flag`, { flag: false })
    await admin('PUT', `/chat/admin/reports/${report._id}`, { outcome: 'dismissed' })
  }
}

test('a deleted message, its versions, its file and a dismissed report leave no words on the disk', { timeout: 180_000 }, async () => {
  const { DATA_DIR, ...people } = await givenPlace()
  let server = await start(DATA_DIR)
  const callers = () => ({
    asha: callerOf(server, people.asha),
    binod: callerOf(server, people.binod),
    admin: callerOf(server, people.admin),
  })
  const { asha, binod, admin } = callers()
  await chatter(binod, 'first')
  const deleteAll = await sayAll(asha, binod, admin)
  expect(new Set((await foundIn(DATA_DIR)).map((found) => found.split(' ')[0]))).toEqual(new Set([...canaries, 'uokka']))
  await deleteAll()
  await chatter(binod, 'then')
  await expect.poll(async () => (await foundIn(DATA_DIR)).filter((found) => found.includes('/files/'))).toEqual([])
  // The write-ahead log is truncated within half a minute, and when a server starts.
  server.child.kill('SIGKILL')
  await server.ended
  server = await start(DATA_DIR)
  await expect.poll(() => foundIn(DATA_DIR)).toEqual([])
  server.child.kill('SIGTERM')
  await server.ended
  expect([await foundIn(DATA_DIR), wordsOfIndex(DATA_DIR)]).toEqual([[], 0])
})

/** Deletes a message like a request does, in a process that ends before the words are erased from the index. */
const deleteAndEnd = async (DATA_DIR: string, id: string): Promise<void> => {
  const { db, close } = await connect({ databaseUrl: undefined, dataDir: DATA_DIR })
  await transact(db, async (tx) => {
    const { conversationId, seq, content } = await tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await messageIndexOf(tx).remove(tx, [{ id, conversationId, seq, text: content ?? '' }])
    await tx.updateTable('messages').set({ content: null, deletedAt: new Date().toISOString() }).where('id', '=', id).execute()
  })
  await close()
}

test('erases messages deleted just before a shutdown when the server starts again', { timeout: 120_000 }, async () => {
  const { DATA_DIR, asha } = await givenPlace()
  let server = await start(DATA_DIR)
  const { _id } = await callerOf(server, asha)('POST', `${general}/messages`, { content: 'plainquokka, of many words' })
  server.child.kill('SIGTERM')
  await server.ended
  await deleteAndEnd(DATA_DIR, _id)
  expect(await foundIn(DATA_DIR)).toContain('uokka in /carrel.sqlite')
  server = await start(DATA_DIR)
  await expect.poll(() => foundIn(DATA_DIR)).toEqual([])
  expect(wordsOfIndex(DATA_DIR)).toBe(0)
})
