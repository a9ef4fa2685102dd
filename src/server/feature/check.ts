import type { Platform } from './platform.ts'

export type CheckNeeds = Pick<Platform, 'db' | 'storage'> & {
  /** A verification code from paper, with which the journal is compared. */
  head?: string | undefined
}

/**
 * What `npm run doctor` and the page /system look after: returns one sentence for each thing that is wrong, for the person who
 * runs the installation. It changes nothing, and runs beside people at work.
 */
export type Check = { name: string; run: (needs: CheckNeeds) => Promise<string[]> }
