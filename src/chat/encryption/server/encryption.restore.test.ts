import { expect, test } from 'vitest'
import { openArchive } from '#server/backup/check.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { newAccount } from '#server/testing/people.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { givenFolder, run, startServer, stopServer } from '#server/testing/program.ts'
import { givenListed, saveLists, withBrowser } from './testing/chains.ts'
import { bookShape } from './testing/devices.ts'
import { callerOf } from './testing/party.ts'

type Place = { DATA_DIR: string; DATABASE_URL?: string }

/** Starts an empty installation with two signed-in students. */
const givenPlace = async () => {
  const place: Place = { DATA_DIR: await givenFolder() }
  if (process.env.TEST_DATABASE === 'postgres') {
    const { databaseUrl, close } = await connectTestPostgres()
    afterTest(close)
    place.DATABASE_URL = databaseUrl
  }
  const { db, ...database } = await connect({ databaseUrl: place.DATABASE_URL, dataDir: place.DATA_DIR })
  await migrate({ db, ...database })
  const signIn = async () => {
    const user = newAccount('student')
    await db.insertInto('users').values(user).execute()
    const platform = { config: { sessionDays: 30 } } as Parameters<typeof startSession>[0]
    const { token } = await startSession(platform, db, { userId: user.id, device: 'Chrome', now: new Date() })
    return { _id: user.id, token }
  }
  const people = { asha: await signIn(), binod: await signIn() }
  await database.close()
  return { place, ...people }
}

const program = async (name: 'backup' | 'restore' | 'doctor', place: Place, ...args: string[]): Promise<string> => {
  const { ended, stdout, stderr } = run(name, { ...place }, args)
  expect([await ended, stderr()]).toEqual([0, ''])
  return stdout()
}

test('a client uploads the lists missing after the restore of an older backup', { timeout: 180_000 }, async () => {
  const { place, asha: ashasSession, binod: binodsSession } = await givenPlace()
  const server = await startServer({ ...place, RATE_LIMITS: 'off' })
  const person = callerOf(server, ashasSession)
  await person.post('/chat/conversations/private', { userId: binodsSession._id })
  const asha = await givenListed(person)
  const book = { ...bookShape, byDevice: asha.device.deviceId }
  expect((await person.put('/user/encryption/trust-book', book)).status).toBe(200)

  const archivePath = /checked: (.+\.tar) /.exec(await program('backup', place))?.[1] ?? ''
  const archive = await openArchive(archivePath)
  const counted = archive.manifest.tables.filter(({ name }) => ['device_lists', 'trust_books'].includes(name))
  expect(counted.map(({ name, rows }) => [name, rows])).toEqual([
    ['device_lists', 1],
    ['trust_books', 1],
  ])
  await archive.close()

  const { after, added } = await withBrowser(asha)
  expect((await person.put('/user/encryption/trust-book', { ...book, number: 2 })).status).toBe(200)
  await stopServer(server)
  await program('restore', place, archivePath)

  const restored = await startServer({ ...place, RATE_LIMITS: 'off' })
  const [again, binod] = [callerOf(restored, ashasSession), callerOf(restored, binodsSession)]
  const path = `/user/encryption/people/${asha.person._id}/lists`
  expect((await binod.get(path)).body.items).toEqual(asha.lists)
  expect((await saveLists(again, after.lists)).body).toEqual({ generation: 0, number: 1, head: after.chain.head })
  expect((await binod.get(path)).body.items).toEqual(after.lists)
  const { items } = (await again.get('/user/encryption/devices')).body
  expect(items.find(({ _id }: { _id: string }) => _id === added.deviceId)).toMatchObject({ state: 'trusted', revokedAt: null })
  // The client has read book 1 and written book 2 before.
  expect((await again.put('/user/encryption/trust-book', { ...book, number: 3, replaces: 1 })).status).toBe(200)
  await stopServer(restored)
  await program('doctor', place)
})
