import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayIn } from '#contract/day.ts'
import { removeFile } from '../files/temporary.ts'

/** `full` has everything; `rows` was made without the files; `upgrade` has the rows as they were before a new version changed them. */
export type ArchiveKind = 'full' | 'rows' | 'upgrade'
export type KnownArchive = { fileName: string; kind: ArchiveKind; at: Date; size: number }

/** How many archives are kept: the newest of each of the last days, weeks and months that have one. */
export const RETENTION = { days: 7, weeks: 4, months: 12, upgrades: 3 }

const DAY_MS = 86_400_000

/** `carrel-2026-11-22T053000Z.tar`: every character is safe in any file system. */
export const archiveName = (at: Date, kind: ArchiveKind): string =>
  `carrel-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z${endings[kind]}.tar`

const endings: Record<ArchiveKind, string> = { full: '', rows: '-without-files', upgrade: '-before-upgrade' }

const shape = /^carrel-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-before-upgrade|-without-files|)(?:-\d+)?\.tar$/

const kindOf = (ending: string | undefined): ArchiveKind =>
  ending === endings.upgrade ? 'upgrade' : ending === endings.rows ? 'rows' : 'full'

const readName = (fileName: string): Omit<KnownArchive, 'size'> | undefined => {
  const [, day, hours, minutes, seconds, ending] = shape.exec(fileName) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { fileName, kind: kindOf(ending), at }
}

/**
 * The archives in a folder, newest first; an empty list if the folder does not exist. The folder is the source of truth: there is
 * no list elsewhere.
 */
export const listArchives = async (folder: string): Promise<KnownArchive[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: KnownArchive[] = []
  for (const name of names) {
    const known = readName(name)
    const file = known && (await stat(join(folder, name)).catch(() => undefined))
    if (known && file?.isFile() && file.size > 0) found.push({ ...known, size: file.size })
  }
  return found.sort((one, other) => other.at.getTime() - one.at.getTime())
}

const firstOfEach = (archives: readonly KnownArchive[], count: number, periodOf: (archive: KnownArchive) => string | number) => {
  const periods = new Map<string | number, KnownArchive>()
  for (const archive of archives) {
    const period = periodOf(archive)
    if (!periods.has(period) && periods.size < count) periods.set(period, archive)
  }
  return [...periods.values()]
}

/** Returns the archives that retention deletes, given all of them, newest first. Archives younger than a day are never deleted. */
export const expired = (archives: readonly KnownArchive[], timeZone: string, now: Date): KnownArchive[] => {
  const dayOf = ({ at }: KnownArchive): string => dayIn(timeZone, at)
  // Weeks begin on a Monday, and the first day of the calendar was a Thursday.
  const weekOf = (archive: KnownArchive): number => Math.floor((Date.parse(dayOf(archive)) / DAY_MS + 3) / 7)
  // Those without files never push out one that has them.
  const regular = (['full', 'rows'] as const).map((kind) => archives.filter((archive) => archive.kind === kind))
  const kept = new Set([
    ...regular.flat().filter(({ at }) => now.getTime() - at.getTime() < DAY_MS),
    ...regular.flatMap((some) => [
      ...firstOfEach(some, RETENTION.days, dayOf),
      ...firstOfEach(some, RETENTION.weeks, weekOf),
      ...firstOfEach(some, RETENTION.months, (archive) => dayOf(archive).slice(0, 7)),
    ]),
    ...archives.filter(({ kind }) => kind === 'upgrade').slice(0, RETENTION.upgrades),
  ])
  return archives.filter((archive) => !kept.has(archive))
}

export const removeExpired = async (folder: string, timeZone: string, now: Date): Promise<number> => {
  const gone = expired(await listArchives(folder), timeZone, now)
  for (const { fileName } of gone) await removeFile(join(folder, fileName))
  return gone.length
}
