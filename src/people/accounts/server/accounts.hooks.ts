import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'

/** What a person with the right password is told about an account that has ended. `owed` is in rupees, and only for students. */
export type EndedAccount = { userId: string; owed?: number }

/** A sign-in with the right password was refused because the account has ended. The features that react add what they know. */
export const endedAccountAsked = hook<[db: Db, account: EndedAccount]>('endedAccountAsked')
