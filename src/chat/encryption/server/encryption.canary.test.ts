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
  for (const role of ['admin', 'student', 'student'] as const) {
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

/** Returns where the words are found after people have exchanged them, encrypted or not. */
const searched = async (say: (pair: readonly [Caller, Caller], words: Canaries) => Promise<string>) => {
  const { place, people } = await givenPlace()
  const server = await startServer({ ...place, LOG_LEVEL: 'debug', RATE_LIMITS: 'off' })
  const [admin, asha, binod] = people.map((one) => callerOf(server, one)) as [Caller, Caller, Caller]
  await admin.put('/customization/chat', { allowEncryption: true })
  const tabs = await Promise.all(people.map((one) => open(server, { ...one, name: '', sessionId: '' })))
  const words = makeCanaries()
  const id = await say([asha, binod], words)
  const json = async (caller: Caller, path: string) => JSON.stringify((await caller.get(path)).body)
  await expect.poll(() => tabs[2]?.heardOf('new_message').length).toBeGreaterThan(3)
  const monitored = ['/conversations', `/conversations/${id}/messages`, '/messages/flagged'].map((path) =>
    json(admin, `/chat/admin${path}`),
  )
  const places = {
    folder: await bytesIn(place.DATA_DIR),
    ...(place.DATABASE_URL && { database: await dumpOf(place.DATABASE_URL) }),
    monitoring: (await Promise.all(monitored)).join(),
    export: await json(admin, `/chat/admin/conversations/${id}/export`),
    sockets: JSON.stringify(tabs.map(({ heard }) => heard)),
    backup: await archivedIn(await backUp(place)),
    search: (await Promise.all(Object.values(words).map((word) => json(binod, `/chat/search?q=${word}`)))).join(),
  }
  server.child.kill('SIGTERM')
  await server.ended
  const log = server.stdout() + server.stderr()
  expect(log).toContain('/messages')
  return Object.fromEntries(Object.entries({ ...places, log }).map(([name, bytes]) => [name, found(words, bytes)]))
}

test('end-to-end encrypted text appears nowhere on a server', async () => {
  const places = Object.entries(await searched(sayEncrypted))
  expect(places).toEqual(places.map(([name]) => [name, []]))
})

test('the same search finds unencrypted text everywhere except in the log', async () => {
  const said = ['text', 'edit', 'reply', 'fileName', 'reported']
  const everything = ['text', 'edit', 'reply', 'fileName', 'fileContent', 'reported']
  const isPostgres = process.env.TEST_DATABASE === 'postgres'
  expect(await searched(sayOpenly)).toEqual({
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
