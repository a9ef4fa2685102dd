import { basename, join } from 'node:path'
import { openArchive } from '#server/backup/check.ts'
import type { Restored } from '#server/backup/restore.ts'
import { restore } from '#server/backup/restore.ts'
import { runBackup } from '#server/backup/run.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { checksOf, runChecks } from '#server/feature/checks.ts'
import { features } from '#server/features.ts'
import { openStorage } from '#server/files/openStorage.ts'
import { examineJournal } from '#server/journal/check.ts'

/*
 * What the programs `doctor`, `backup` and `restore` do on a place, in this process, because the start of a program takes longer than
 * most of its work. What they print, and when they refuse to begin, is proven with the programs themselves.
 */

/** The settings of programs on one place. */
export type Place = Record<string, string> & { DATA_DIR: string }

/** Opens the database of a place, migrated, and its storage. It locks no folder, so that programs can use the place afterwards. */
const openPlace = async (place: Place) => {
  const config = readConfig(place)
  const database = await connect(config)
  await migrate(database)
  const storage = await openStorage({ config, db: database.db, clock: systemClock })
  return { config, db: database.db, storage, clock: systemClock, close: database.close }
}

/** Runs all checks of the doctor. Returns what they found, one sentence each. */
export const findingsIn = async (place: Place): Promise<string[]> => {
  const { close, ...opened } = await openPlace(place)
  const findings = await runChecks({ ...opened, head: undefined }, checksOf(Object.values(features)))
  await close()
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

/** Makes a backup. Returns the path of the archive. */
export const backUpPlace = async (place: Place, withFiles = true): Promise<string> => {
  const { close, ...opened } = await openPlace(place)
  try {
    const made = await runBackup({ ...opened, withFiles })
    if (!made) throw new Error('Another backup is running.')
    return join(opened.config.backupDir, made.fileName)
  } finally {
    await close()
  }
}

const kinds = Object.values(features).flatMap(({ journal }) => journal)

/** Restores an archive, of which `head` must be in the journal, if it is given. Throws what a restore throws. */
export const restorePlace = async (place: Place, path: string, head?: string): Promise<Restored> => {
  const archive = await openArchive(path)
  const examine = (db: Db) => examineJournal(db, kinds)
  const order = { archive, fileName: basename(path), config: readConfig(place), now: systemClock(), head, examine }
  return restore(order).finally(archive.close)
}
