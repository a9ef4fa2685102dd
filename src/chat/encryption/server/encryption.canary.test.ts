import { expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { open } from '#server/testing/nodes.ts'
import { newAccount } from '#server/testing/people.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { givenFolder, run, startServer } from '#server/testing/program.ts'
import { archivedIn, bytesIn, type Canaries, dumpOf, found, makeCanaries, sayEncrypted, sayOpenly } from './testing/canary.ts'
import { type Caller, callerOf } from './testing/party.ts'

/*
 * Encrypted text must appear in nothing that a server stores, logs or sends, as docs/encryption.md promises: checks a running
 * server with everything it leaves behind.
 */

type Place = { DATA_DIR: string; DATABASE_URL?: string }
type Known = { _id: string; token: string }

/** Starts an empty installation with signed-in people. */
const givenPlace = async (): Promise<{ place: Place; people: Known[] }> => {
  const place: Place = { DATA_DIR: await givenFolder() }
  if (process.env.TEST_DATABASE === 'postgres') {
    const { databaseUrl, close } = await connectTestPostgres()
    afterTest(close)
    place.DATABASE_URL = databaseUrl
  }
  const database = await connect({ databaseUrl: place.DATABASE_URL, dataDir: place.DATA_DIR })
  await migrate(database)
  const people: Known[] = []
  for (const role of ['admin', 'student', 'student', 'student'] as const) {
    const user = newAccount(role)
    await database.db.insertInto('users').values(user).execute()
    const platform = { config: { sessionDays: 30 } } as Parameters<typeof startSession>[0]
    const { token } = await startSession(platform, database.db, { userId: user.id, device: 'Chrome', now: new Date() })
    people.push({ _id: user.id, token })
  }
  await database.close()
  return { place, people }
}

const backUp = async (place: Place): Promise<string> => {
  const { ended, stdout, stderr } = run('backup', { ...place })
  expect([await ended, stderr()]).toEqual([0, ''])
  return /checked: (.+\.tar) /.exec(stdout())?.[1] ?? ''
}

type Words = { encrypted: Canaries; open: Canaries }

/** Asha writes encrypted to Binod and unencrypted to Divya. Returns the two conversations. */
const sayAll = async ([asha, binod, divya]: readonly [Caller, Caller, Caller], { encrypted, open: plain }: Words): Promise<string[]> => [
  await sayEncrypted([asha, binod], encrypted),
  await sayOpenly([asha, divya], plain),
]

/** Returns the bytes of everything that shows or stores what was said: by place. */
const searchedBytes = async (words: Words): Promise<Record<string, Buffer | string>> => {
  const { place, people } = await givenPlace()
  const server = await startServer({ ...place, LOG_LEVEL: 'debug', RATE_LIMITS: 'off' })
  const [admin, asha, binod, divya] = people.map((one) => callerOf(server, one)) as [Caller, Caller, Caller, Caller]
  await admin.put('/customization/chat', { allowEncryption: true })
  const tabs = await Promise.all(people.map((one) => open(server, { ...one, name: '', sessionId: '' })))
  const conversations = await sayAll([asha, binod, divya], words)
  const json = async (caller: Caller, path: string) => JSON.stringify((await caller.get(path)).body)
  const all = (caller: Caller, paths: readonly string[]) => Promise.all(paths.map((path) => json(caller, path))).then(String)
  for (const tab of tabs.slice(2)) await expect.poll(() => tab.heardOf('new_message').length).toBeGreaterThan(3)
  const monitored = ['/conversations', ...conversations.map((id) => `/conversations/${id}/messages`), '/messages/flagged']
  const sought = Object.values(words).flatMap((kinds) => Object.values(kinds).map((word) => `/chat/search?q=${word}`))
  const places = {
    folder: await bytesIn(place.DATA_DIR),
    ...(place.DATABASE_URL && { database: await dumpOf(place.DATABASE_URL) }),
    monitoring: await all(
      admin,
      monitored.map((path) => `/chat/admin${path}`),
    ),
    export: await all(
      admin,
      conversations.map((id) => `/chat/admin/conversations/${id}/export`),
    ),
    sockets: JSON.stringify(tabs.map(({ heard }) => heard)),
    backup: await archivedIn(await backUp(place)),
    search: (await Promise.all([binod, divya].map((caller) => all(caller, sought)))).join(),
  }
  server.child.kill('SIGTERM')
  await server.ended
  const log = server.stdout() + server.stderr()
  expect(log).toContain('/messages')
  return { ...places, log }
}

test('end-to-end encrypted text appears nowhere on a server, where unencrypted text is found everywhere except in the log', {
  timeout: 180_000,
}, async () => {
  const words = { encrypted: makeCanaries(), open: makeCanaries() }
  const places = Object.entries(await searchedBytes(words))
  const foundIn = (kinds: Canaries) => Object.fromEntries(places.map(([name, bytes]) => [name, found(kinds, bytes)]))
  expect(foundIn(words.encrypted)).toEqual(Object.fromEntries(places.map(([name]) => [name, []])))
  const said = ['text', 'edit', 'reply', 'fileName', 'reported']
  const everything = ['text', 'edit', 'reply', 'fileName', 'fileContent', 'reported']
  const isPostgres = process.env.TEST_DATABASE === 'postgres'
  expect(foundIn(words.open)).toEqual({
    folder: isPostgres ? ['fileContent'] : everything,
    ...(isPostgres && { database: said }),
    monitoring: said,
    export: said,
    sockets: said,
    backup: everything,
    search: ['edit', 'reply', 'reported'],
    log: [],
  })
})
