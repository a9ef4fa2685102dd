import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { makeArchive } from './make.ts'

test('only the user that made an archive can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-backups-'))
  afterTest(() => rm(folder, { recursive: true }))
  const lines = async function* () {
    yield Buffer.from('u1\tAsha\n')
  }
  const { fileName } = await makeArchive({
    snapshot: {
      dialect: 'sqlite',
      migrations: [],
      tables: [{ name: 'users', columns: ['id', 'name'] }],
      contents: [],
      lines,
      keyOf: async () => [],
      close: async () => undefined,
    },
    folder,
    name: 'carrel.tar',
    madeAt: new Date('2026-11-22T06:30:00.000Z'),
    program: '1.0.0',
    timeZone: 'Asia/Kolkata',
  })
  for (const path of [join(folder, fileName), join(folder, 'unfinished')])
    expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0])
})
