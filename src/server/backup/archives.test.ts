import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveName, expired, type KnownArchive, listArchives, RETENTION, removeExpired } from './archives.ts'

const zone = 'Asia/Kolkata'
const DAY_MS = 86_400_000

const archive = (at: Date, kind: KnownArchive['kind'] = 'full'): KnownArchive => ({ fileName: archiveName(at, kind), kind, at, size: 1 })

const givenFolder = async (...names: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-archives-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of names) await writeFile(join(folder, name), 'x')
  return folder
}

test('recognizes an archive by its name and ignores every other file in the folder', async () => {
  const folder = await givenFolder(
    'carrel-2026-11-21T213000Z.tar',
    'carrel-2026-11-22T213000Z.tar',
    'carrel-2026-11-22T213000Z-2.tar',
    'carrel-2026-11-20T040000Z-before-upgrade.tar',
    'carrel-2026-13-41T213000Z.tar',
    'carrel-2026-11-22T213000Z.tar.part',
    'photos.tar',
  )
  expect((await listArchives(folder)).map(({ fileName, kind, at }) => [fileName, kind, at.toISOString()])).toEqual([
    ['carrel-2026-11-22T213000Z-2.tar', 'full', '2026-11-22T21:30:00.000Z'],
    ['carrel-2026-11-22T213000Z.tar', 'full', '2026-11-22T21:30:00.000Z'],
    ['carrel-2026-11-21T213000Z.tar', 'full', '2026-11-21T21:30:00.000Z'],
    ['carrel-2026-11-20T040000Z-before-upgrade.tar', 'upgrade', '2026-11-20T04:00:00.000Z'],
  ])
  expect(await listArchives(join(folder, 'nowhere'))).toEqual([])
})

test('keeps a week of days, a month of weeks and a year of months of two years of nightly backups', () => {
  // Three at night in Kolkata.
  const last = new Date('2026-11-21T21:30:00.000Z')
  let kept: KnownArchive[] = []
  for (let night = 730; night >= 0; night--) {
    const now = new Date(last.getTime() - night * DAY_MS)
    const all = [archive(now), ...kept]
    const gone = new Set(expired(all, zone, now))
    kept = all.filter((one) => !gone.has(one))
  }
  const days = kept.map(({ at }) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at))
  expect(days.slice(0, RETENTION.days)).toEqual([
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    '2026-11-16',
  ])
  expect(days).toEqual(
    expect.arrayContaining(['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-31', '2026-09-30', '2026-01-31', '2025-12-31']),
  )
  expect(days).not.toContain('2025-11-30')
  expect(days).toHaveLength(7 + 3 + 11)
})

test('keeps everything made within a day, and the last copies before an upgrade', () => {
  const now = new Date('2026-11-22T12:00:00.000Z')
  const ago = (hours: number, kind?: KnownArchive['kind']) => archive(new Date(now.getTime() - hours * 3_600_000), kind)
  const today = [1, 2, 3, 23].map((hours) => ago(hours))
  const upgrades = [4, 5, 6, 7].map((hours) => ago(hours, 'upgrade'))
  expect(expired([...today, ...upgrades], zone, now)).toEqual([upgrades[3]])
})

test('removes what has expired, and nothing else', async () => {
  const names = Array.from({ length: 30 }, (_, day) => archiveName(new Date(Date.UTC(2026, 9, 1 + day)), 'full'))
  const folder = await givenFolder(...names, 'photos.tar')
  expect(await removeExpired(folder, zone, new Date('2026-11-01T00:00:00.000Z'))).toBe(names.length - 9)
  expect(await readdir(folder)).toContain('photos.tar')
  expect(await removeExpired(folder, zone, new Date('2026-11-01T00:00:00.000Z'))).toBe(0)
})
