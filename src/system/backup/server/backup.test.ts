import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { archiveName } from '#server/backup/archives.ts'
import { doChore } from '#server/backup/chore.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { releaseUnnamed } from '#server/testing/sweeping.ts'
import { backupApi, backupLimits } from '../backup.contract.ts'
import { isBackupDue } from './backup.jobs.ts'

const NOON = '2026-11-22T06:30:00.000Z'

/** A hall that was installed some time ago. */
const givenHall = async (installedAt = '2026-01-01T00:00:00.000Z') => {
  const app = await given()
  app.setNow(NOON)
  await app.db.updateTable('instance').set({ createdAt: installedAt }).execute()
  return { app, owner: await app.as('superadmin') }
}

const givenArchives = async ({ config }: Given, ...instants: string[]): Promise<void> => {
  await mkdir(config.backupDir, { recursive: true })
  for (const instant of instants) await writeFile(join(config.backupDir, archiveName(new Date(instant), 'full')), 'an archive')
}

const warningOf = async ({ owner }: Awaited<ReturnType<typeof givenHall>>) => (await owner.get('/system/warning')).body

describe('the system page', () => {
  test('lists the backups in the folder, newest first, and when the next one is due', async () => {
    const hall = await givenHall()
    await givenArchives(hall.app, '2026-11-20T21:30:00.000Z', '2026-11-21T21:30:00.000Z')
    const { backups } = (await hall.owner.get('/system')).body
    expect(backups).toEqual({
      folder: hall.app.config.backupDir,
      isReadable: true,
      archives: [
        { fileName: 'carrel-2026-11-21T213000Z.tar', kind: 'full', at: '2026-11-21T21:30:00.000Z', size: 10 },
        { fileName: 'carrel-2026-11-20T213000Z.tar', kind: 'full', at: '2026-11-20T21:30:00.000Z', size: 10 },
      ],
      isOnSameDisk: true,
      nextAt: '2026-11-22T21:30:00.000Z',
      state: 'idle',
      progress: null,
      failure: null,
      missing: 0,
      damaged: 0,
    })
  })

  test('shows what uses storage and which versions are running', async () => {
    const { app, owner } = await givenHall()
    const admin = await app.as('admin')
    await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
    await givenArchives(app, NOON)
    const { storage, versions, restored } = (await owner.get('/system')).body
    expect(storage).toMatchObject({ files: expect.any(Number), backups: 10 })
    expect(storage.files).toBeGreaterThan(100)
    expect(Math.min(storage.database, storage.free, storage.freeForBackups)).toBeGreaterThan(1_000)
    expect(versions).toEqual({
      program: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      // Unbuilt, there is none.
      commit: null,
      committedAt: null,
      update: null,
      node: process.versions.node,
      database: expect.stringMatching(/^(SQLite|PostgreSQL) \d/),
    })
    expect(restored).toBeNull()
  })

  test('limits the number of listed backups', async () => {
    const { app, owner } = await givenHall()
    const hours = Array.from({ length: backupLimits.archivesListed + 1 }, (_, hour) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString())
    await givenArchives(app, ...hours)
    const { archives } = (await owner.get('/system')).body.backups
    expect([archives.length, archives[0].at]).toEqual([backupLimits.archivesListed, hours.at(-1)])
  })

  test('sends no archive: none of its calls returns a file', () => {
    expect(Object.values<Endpoint>(backupApi).filter(({ stream, form }) => stream || form)).toEqual([])
  })

  test('reports a folder that cannot be read', async () => {
    const { app, owner } = await givenHall()
    await writeFile(app.config.backupDir, 'a file in its place')
    expect((await owner.get('/system')).body).toMatchObject({
      backups: { isReadable: false, archives: [] },
      storage: { freeForBackups: null },
    })
  })

  test('shows what was requested, its progress, and its result', async () => {
    const { app, owner } = await givenHall()
    const backups = async () => (await owner.get('/system')).body.backups
    await owner.post('/system/backup')
    expect(await backups()).toMatchObject({ state: 'wanted' })
    app.othersWrite(['system'])
    // The program that runs it uses the system clock.
    app.setNow(new Date().toISOString())
    await doChore(app.platform, 'backup', async () => {
      expect(await backups()).toMatchObject({ state: 'running', progress: null })
      return { outcome: 'failed', report: { reason: 'noRoom', needed: 2_000, free: 1_000 } }
    })
    expect(await backups()).toMatchObject({ state: 'idle', failure: { reason: 'noRoom', needed: 2_000, free: 1_000 } })
    await doChore(app.platform, 'backup', async () => ({ outcome: 'done', report: { fileName: 'x', size: 1, missing: 2, damaged: 1 } }))
    expect(await backups()).toMatchObject({ state: 'idle', failure: null, missing: 2, damaged: 1 })
  })

  test('shows the findings of the doctor', async () => {
    const { app, owner } = await givenHall()
    const doctor = async () => (await owner.get('/system')).body.doctor
    expect(await doctor()).toEqual({ state: 'idle', at: null, failed: false, findings: [], count: 0 })
    await owner.post('/system/doctor')
    expect(await doctor()).toMatchObject({ state: 'wanted' })
    app.othersWrite(['system'])
    const findings = [{ check: 'files', message: 'A stored file is missing: ab' }]
    await doChore(app.platform, 'doctor', async () => ({ outcome: 'done', report: { findings, count: 7 } }))
    expect(await doctor()).toMatchObject({ state: 'idle', at: expect.any(String), findings, count: 7 })
  })
})

describe('superadmins are warned', () => {
  test('of a missing backup, but not on the first day of an installation', async () => {
    expect(await warningOf(await givenHall())).toEqual({ warning: 'never', lastAt: null, isOnSameDisk: true })
    expect(await warningOf(await givenHall('2026-11-22T05:30:00.000Z'))).toMatchObject({ warning: null })
  })

  test('of a backup that is more than two days old, even if there is a newer copy from an upgrade', async () => {
    const hall = await givenHall()
    await givenArchives(hall.app, '2026-11-20T06:29:59.000Z')
    await writeFile(join(hall.app.config.backupDir, archiveName(new Date(NOON), 'upgrade')), 'rows')
    expect(await warningOf(hall)).toMatchObject({ warning: 'old', lastAt: '2026-11-20T06:29:59.000Z' })
    await givenArchives(hall.app, '2026-11-20T06:30:00.000Z')
    expect(await warningOf(hall)).toMatchObject({ warning: null })
  })
})

describe('a backup is due', () => {
  test('in the night after the last one, or after the installation, and immediately after a downtime', async () => {
    const hall = await givenHall('2026-11-22T06:00:00.000Z')
    expect(await isBackupDue(hall.app.platform)).toBe(false)
    hall.app.setNow('2026-11-22T21:30:00.000Z')
    expect(await isBackupDue(hall.app.platform)).toBe(true)
    await givenArchives(hall.app, '2026-11-22T21:30:10.000Z')
    expect(await isBackupDue(hall.app.platform)).toBe(false)
    hall.app.setNow('2026-11-24T04:00:00.000Z')
    expect(await isBackupDue(hall.app.platform)).toBe(true)
  })

  test('not while one is running, and an hour after a failed one', async () => {
    const { app } = await givenHall()
    const wait = (minutes: number) => app.setNow(new Date(Date.now() + minutes * 60_000).toISOString())
    wait(0)
    await doChore(app.platform, 'backup', async () => {
      expect(await isBackupDue(app.platform)).toBe(false)
      return { outcome: 'failed', report: { reason: 'folder' } }
    })
    wait(59)
    expect(await isBackupDue(app.platform)).toBe(false)
    wait(61)
    expect(await isBackupDue(app.platform)).toBe(true)
  })
})

describe('while a backup runs', () => {
  test('no other one is due', async () => {
    const { app } = await givenHall()
    const done = { outcome: 'done', report: {} } as const
    let second: boolean | undefined
    await doChore(app.platform, 'backup', async () => {
      second = await doChore(app.platform, 'backup', async () => done)
      return done
    })
    expect([second, await doChore(app.platform, 'backup', async () => done)]).toEqual([false, true])
  })

  test('the sweep deletes no file that the backup may still have to copy', async () => {
    const { app } = await givenHall()
    app.setNow(new Date().toISOString())
    expect(await releaseUnnamed(app)).toBe(1)
    await doChore(app.platform, 'backup', async () => {
      expect(await releaseUnnamed(app)).toBe(0)
      return { outcome: 'done', report: {} }
    })
    expect(await releaseUnnamed(app)).toBe(2)
  })
})
