import type { Reply } from '#contract/endpoint.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallShifts } from '#system/shifts/server/shifts.service.ts'
import { offeredOf } from '#system/shifts/shifts.policy.ts'
import type { seatsApi } from '../seats.contract.ts'
import { planOf } from './seats.day.service.ts'
import * as rows from './seats.db.ts'
import { takenByPiece, takenByPieces } from './seats.taken.db.ts'
import { countedDays } from './seats.today.service.ts'

const HOURS = 24
const HOUR_MINUTES = 60

/** Returns how many seats are taken today in each active shift, and at the beginning of each hour. */
export const occupancy = async (ctx: Ctx): Promise<Reply<typeof seatsApi.occupancy>> => {
  const { db } = ctx
  const shifts = await hallShifts(db)
  const plan = planOf(shifts, await rows.pieces(db))
  const { pieces, piecesOf } = plan
  const today = await countedDays(ctx, plan)
  const keys = offeredOf(shifts).map(({ key }) => key)
  const taken = await takenByPieces(db, today, keys.map(piecesOf))
  const byPiece = new Map((await takenByPiece(db, today, pieces)).map(({ piece, count }) => [piece, count]))
  // The last piece of the day goes on over midnight until the first one begins.
  const pieceAt = (minute: number) => pieces.findLast((starts) => starts <= minute) ?? pieces.at(-1) ?? 0
  return {
    seats: today.seats,
    shifts: keys.map((key, at) => ({ key, taken: taken[at] ?? 0 })),
    hours: Array.from({ length: HOURS }, (_, hour) => byPiece.get(pieceAt(hour * HOUR_MINUTES)) ?? 0),
  }
}
