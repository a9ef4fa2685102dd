import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { firstAdmin, givenFolder, type RunningServer, run, runFile, signInFirst, startServer } from '#server/testing/program.ts'
import { givenBundledVersion } from '#server/testing/versions.ts'
import { version } from '#server/version.ts'

const givenPlace = async (): Promise<Record<string, string>> => {
  const place = { DATA_DIR: await givenFolder(), ...firstAdmin }
  if (process.env.TEST_DATABASE !== 'postgres') return place
  const { databaseUrl, close } = await connectTestPostgres()
  afterTest(close)
  return { ...place, DATABASE_URL: databaseUrl }
}

const expanding = { name: '9001_shelves', text: 'create table shelves (id integer not null primary key)' }
const added = { name: '9002_colors', text: `alter table notices add column color text not null default ''` }
const contracting = { name: '9003_no_colors', text: 'alter table notices drop column color', oldestProgram: '98.0.0' }

const write = async ({ call }: RunningServer, token: string, title: string): Promise<number> =>
  (await call('POST', '/notice', { title, content: title, type: 'tab' }, token)).status

const noticesOn = async ({ call }: RunningServer, token: string): Promise<string[]> => {
  const { body } = await call('GET', '/notice/admin', undefined, token)
  return body.items.map(({ title }: { title: string }) => title).toSorted()
}

const startVersion = (file: string, place: Record<string, string>): Promise<RunningServer> => startServer(place, runFile(file, place))

const sentence = `The database was changed by Carrel 99.0.0 and needs at least version 98.0.0, but this is version ${version}: start version 99.0.0 or a later one.\n`

test('a program goes on, and starts again, on a schema that a newer one has added to; it drains and refuses once what it needs is gone', {
  timeout: 300_000,
}, async () => {
  const place = await givenPlace()
  const newer = await givenBundledVersion('98.0.0', [expanding, added])
  const newest = await givenBundledVersion('99.0.0', [expanding, added, contracting])
  const old = await startServer(place)
  const token = await signInFirst(old)
  expect(await write(old, token, 'one')).toBe(201)

  const next = await startVersion(newer, place)
  expect([await write(next, token, 'two'), await write(old, token, 'three')]).toEqual([201, 201])
  const second = await startServer(place)
  expect(await noticesOn(second, token)).toEqual(['one', 'three', 'two'])
  const backup = run('backup', place)
  expect([await backup.ended, backup.stderr()]).toEqual([0, ''])
  const doctor = run('doctor', place)
  expect([await doctor.ended, doctor.stdout()]).toEqual([0, expect.stringContaining('No problems found.')])

  const last = await startVersion(newest, place)
  expect([await old.ended, old.stderr()]).toEqual([1, sentence])
  expect([await second.ended, second.stderr()]).toEqual([1, sentence])
  expect([await write(next, token, 'four'), await write(last, token, 'five')]).toEqual([201, 201])
  expect(await noticesOn(last, token)).toEqual(['five', 'four', 'one', 'three', 'two'])
  for (const name of ['main', 'doctor'] as const) {
    const refused = run(name, place)
    expect([name, await refused.ended, refused.stderr()]).toEqual([name, 1, sentence])
  }
})
