import type { Platform } from './platform.ts'

export type CheckNeeds = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & {
  /** A verification code from paper, which is compared with the journal. */
  head?: string | undefined
}

/**
 * A check of `npm run doctor` and the page /system: returns one sentence per problem, for the person who runs the installation. It
 * changes nothing, and runs while people work.
 */
export type Check = { name: string; run: (needs: CheckNeeds) => Promise<string[]> }
