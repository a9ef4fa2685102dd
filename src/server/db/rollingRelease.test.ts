import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { firstAdmin, givenFolder, type RunningServer, runFile, signInFirst, startServer } from '#server/testing/program.ts'
import { givenCommit, givenVersion } from '#server/testing/versions.ts'

/*
 * The release before runs beside this version, on its schema. CHANGELOG.md names the commit of each release that knows `program_state`,
 * in a line such as “Released from commit `…`.” No release has one yet; `RELEASE_COMMIT` tries another commit.
 */

const named = /^Released from commit `([0-9a-f]{40})`\.$/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]
const commit = process.env.RELEASE_COMMIT || named

const givenPlace = async (): Promise<Record<string, string>> => {
  const place = { DATA_DIR: await givenFolder(), RATE_LIMITS: 'off', ...firstAdmin }
  if (process.env.TEST_DATABASE !== 'postgres') return place
  const { databaseUrl, close } = await connectTestPostgres()
  afterTest(close)
  return { ...place, DATABASE_URL: databaseUrl }
}

/** Writes a message, a payment and a notice, and returns how many of each there are. */
const work = async ({ call }: RunningServer, token: string, studentId: string, turn: string): Promise<unknown[]> => {
  const sent = { content: turn, clientId: crypto.randomUUID() }
  const paid = { studentId, amount: 100, method: 'cash', clientId: crypto.randomUUID() }
  const written = [
    await call('POST', '/chat/conversations/general/messages', sent, token),
    await call('POST', '/user/fees/payments', paid, token),
    await call('POST', '/notice', { title: turn, content: turn, type: 'tab' }, token),
  ]
  const read = await Promise.all(
    ['/chat/conversations/general/messages?limit=100', '/user/fees/receipts', '/notice/admin'].map((path) =>
      call('GET', path, undefined, token),
    ),
  )
  return [...written.map(({ status }) => status), ...read.map(({ body }) => body.items?.length)]
}

test.runIf(commit)('the release before works beside this version and starts again on its schema', { timeout: 300_000 }, async () => {
  const place = await givenPlace()
  const [before, next] = [await givenCommit(String(commit)), await givenVersion('99.0.0', [])]
  const start = (folder: string) => startServer(place, runFile(join(folder, 'main.ts'), place))
  const old = await start(before)
  const token = await signInFirst(old)
  const account = { role: 'student', name: 'Asha Rao', email: 'asha@example.org', password: 'a good long one' }
  const { body } = await old.call('POST', '/user', account, token)
  expect(await work(old, token, body._id, 'one')).toEqual([201, 201, 201, 1, 1, 1])
  const current = await start(next)
  expect(await work(old, token, body._id, 'two')).toEqual([201, 201, 201, 2, 2, 2])
  expect(await work(current, token, body._id, 'three')).toEqual([201, 201, 201, 3, 3, 3])
  const again = await start(before)
  expect(await work(again, token, body._id, 'four')).toEqual([201, 201, 201, 4, 4, 4])
  expect([old.stderr(), current.stderr(), again.stderr()]).toEqual(['', '', ''])
  const doctor = runFile(join(next, 'programs/doctor.ts'), place)
  expect([await doctor.ended, doctor.stdout()]).toEqual([0, expect.stringContaining('No problems found.')])
})
