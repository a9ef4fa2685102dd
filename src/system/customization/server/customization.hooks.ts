import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'

type Author = Pick<Ctx, 'me' | 'now'>

/** The hall has another number of seats, under the lock `users`; nobody sits beyond it. */
export const hallSeatsChanged = hook<[tx: Db, ctx: Author, seats: number]>('hallSeatsChanged')
