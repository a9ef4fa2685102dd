import type { Db } from '#server/db/tables.ts'
import { hook } from '#server/feature/hooks.ts'
import type { Ctx } from '#server/feature/platform.ts'

type Changing = Pick<Ctx, 'me' | 'now' | 'config' | 'dayStarts' | 'hooks'>

/** The hall has another number of seats, under the lock `users`; no student sits beyond it. A reaction can refuse the change. */
export const hallSeatsChanged = hook<[tx: Db, ctx: Changing, seats: number]>('hallSeatsChanged')
