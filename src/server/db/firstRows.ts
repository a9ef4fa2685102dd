import type { Clocked } from '../clock.ts'
import { instanceOf } from './instance.ts'
import { makeSecrets } from './secrets.ts'
import { isDiskFull, isUnavailable } from './violations.ts'

/**
 * Creates the rows of which an installation has one, so that no reading call has to write them. If that fails because the disk is
 * full, each is created on first use.
 */
export const makeFirstRows = async (needs: Clocked): Promise<void> => {
  try {
    await instanceOf(needs)
    await makeSecrets(needs)
  } catch (error) {
    if (!isDiskFull(error) && !isUnavailable(error)) throw error
  }
}
