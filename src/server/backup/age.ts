import { currentNames, versionBefore } from '../db/earlierMigrations.ts'
import { SchemaError } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns the number of migrations that the database of an archive had: a restore applies these before it fills the tables. Throws
 * a `SchemaError` for an archive of a newer version, or of one so old that its migrations no longer exist.
 */
export const migrationsOf = ({ migrations: applied, program }: Pick<Manifest, 'migrations' | 'program'>): number => {
  const names = currentNames(applied)
  if (!names)
    throw new SchemaError(
      `The backup is too old for this version of Carrel (${program}, its last migration is "${applied.at(-1)}"): first restore and start it, once, with ${versionBefore}.`,
    )
  const foreign = names.find((name, at) => migrations[at]?.name !== name)
  if (foreign)
    throw new SchemaError(
      `The backup was made by a newer version of Carrel (${program}, it contains the unknown migration "${foreign}"): restore it with that version or a later one.`,
    )
  return names.length
}
