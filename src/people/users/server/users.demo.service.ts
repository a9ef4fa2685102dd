import { demoEmails } from '#contract/demo.ts'
import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import { fold } from '#server/db/fold.ts'
import { userErrors } from '../users.errors.contract.ts'

const folded = new Set(Object.values(demoEmails).map(fold))

/**
 * Throws `demoAccount` for the accounts of a public demo: all visitors share them, so nobody may change them, end their sessions or
 * delete them.
 */
export const assertNotDemoAccount = ({ demo }: Pick<Config, 'demo'>, email: string | null): void => {
  if (demo === 'public' && email !== null && folded.has(fold(email))) throw new AppError(userErrors.demoAccount)
}
