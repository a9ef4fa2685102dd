import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run, signInFirst, startServer } from '#server/testing/program.ts'
import { canMount, fill, givenDisk, makeRoom } from '#server/testing/smallDisk.ts'
import { givenStarted } from '#server/testing/startedHall.ts'

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

const ended = async (name: 'backup' | 'doctor' | 'main', env: Record<string, string>) => {
  const program = run(name, env)
  return { code: await program.ended, said: program.stdout() + program.stderr() }
}

describe.skipIf(!isSqlite || !canMount())('where the disk is really full', () => {
  test('people sign in and read, every program explains itself in a sentence, and with room again everything works', {
    timeout: 180_000,
  }, async () => {
    const DATA_DIR = givenDisk(8)
    await cp(await givenStarted(), DATA_DIR, { recursive: true })
    const server = await startServer({ DATA_DIR })
    await fill(DATA_DIR)
    const token = await signInFirst(server)
    for (const path of ['/system', '/chat/conversations', '/auth/sessions', '/document'])
      expect([path, (await server.call('GET', path, undefined, token)).status]).toEqual([path, 200])
    const notice = { title: 'Closed', content: 'x'.repeat(5_000), type: 'tab' }
    await expect
      .poll(async () => {
        await fill(DATA_DIR)
        return (await server.call('POST', '/notice', notice, token)).status
      })
      .toBe(507)
    expect(await ended('backup', { DATA_DIR })).toEqual({
      code: 1,
      said: `The disk of the database in "${DATA_DIR}" is full, so nothing was backed up. Make room and try again.\n`,
    })
    expect(await ended('doctor', { DATA_DIR })).toEqual({ code: 1, said: 'The disk is full. Make room and try again.\n' })
    expect(await readdir(join(DATA_DIR, 'backups'))).toEqual([])
    await makeRoom(DATA_DIR)
    await expect.poll(async () => (await server.call('POST', '/notice', notice, token)).status).toBe(201)
    await expect.poll(async () => (await ended('backup', { DATA_DIR })).code, { timeout: 60_000 }).toBe(0)
    server.child.kill('SIGTERM')
    await server.ended
    await fill(DATA_DIR)
    expect(await ended('main', { DATA_DIR })).toEqual({
      code: 1,
      said: `DATA_DIR: the disk of "${DATA_DIR}" is full. Make room and start again.\n`,
    })
  })

  test('a backup without room on its own disk leaves nothing there', async () => {
    const [DATA_DIR, BACKUP_DIR] = [await givenStarted(), givenDisk(1)]
    await fill(BACKUP_DIR, 12_288)
    expect(await ended('backup', { DATA_DIR, BACKUP_DIR })).toEqual({
      code: 1,
      said: expect.stringMatching(/^There is not enough room in ".*"\..*\n$/),
    })
    expect(await readdir(join(BACKUP_DIR, 'unfinished'))).toEqual([])
    expect((await readdir(BACKUP_DIR)).sort()).toEqual(['filling', 'unfinished'])
  })
})
