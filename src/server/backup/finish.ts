import type { Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'
import { hasCode } from '../journal/journal.ts'
import type { CheckedArchive } from './check.ts'
import { entryOf } from './entries.ts'
import { inAllRows } from './fit.ts'
import { beginEpoch, filesAfter } from './restore.db.ts'
import type { Built, RestoreOrder } from './restoreOrder.ts'
import { makeSearchAgain } from './searchAgain.db.ts'
import { BrokenArchiveError } from './tar.ts'

const AT_ONCE = 1_000

/** Throws a `BrokenArchiveError` if a row names a content that is neither in the archive nor listed as missing. */
const assertContents = async (db: Db, { manifest, entries }: CheckedArchive): Promise<void> => {
  if (!manifest.withFiles) return
  const [missing, damaged] = [new Set(manifest.missing), new Set(manifest.damaged)]
  for (let last = ''; ; ) {
    const some = await filesAfter(db, last, AT_ONCE)
    for (const { sha256, size } of some) {
      const entry = entries.get(entryOf(sha256))
      if (!entry && !missing.has(sha256)) throw new BrokenArchiveError(`its file "${entryOf(sha256)}" is missing`)
      if (entry && entry.size !== size && !damaged.has(sha256))
        throw new BrokenArchiveError(`its file "${entryOf(sha256)}" is not as long as its row says`)
    }
    const end = some.at(-1)
    if (!end) return
    last = end.sha256
  }
}

/** Throws a `BrokenArchiveError` if the journal has no entry with a verification code from paper. */
const assertCode = async (db: Db, code: string | undefined): Promise<void> => {
  if (code !== undefined && !(await hasCode(db, code)))
    throw new BrokenArchiveError(`the journal in it has no entry with the code ${code}: it was changed, or is older than the paper`)
}

/** Migrates a database that was filled from an archive to the current schema. */
export const finishRows = async (database: Database, order: RestoreOrder): Promise<Built> => {
  const { archive, fileName, config, now, head, examine, onStep } = order
  try {
    await migrate(database)
    await assertContents(database.db, archive)
    await assertCode(database.db, head)
    const problems = (await examine?.(database.db)) ?? []
    onStep?.('search')
    await makeSearchAgain(database.db)
    return { problems, epoch: await beginEpoch(database.db, fileName, now, config.s3 !== undefined) }
  } catch (error) {
    throw inAllRows(error)
  }
}
