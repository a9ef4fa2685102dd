import { instanceOf } from './instance.ts'
import { makeSecrets } from './secrets.ts'
import type { Db } from './tables.ts'
import { isDiskFull, isUnavailable } from './violations.ts'

/**
 * Makes what an installation has one of, so that no reading call has to write it. Where that fails, because the disk is full,
 * each is made on first use.
 */
export const makeFirstRows = async (db: Db): Promise<void> => {
  try {
    await instanceOf(db)
    await makeSecrets(db)
  } catch (error) {
    if (!isDiskFull(error) && !isUnavailable(error)) throw error
  }
}
