import { covers } from '#contract/dayParts.ts'
import { dayOfPiece, firstRelevant } from '#people/seats/server/seats.days.service.ts'
import type { Check } from '#server/feature/check.ts'
import * as rows from './passes.checks.db.ts'

const sentences = {
  differs: (id: string) => `Day pass ${id} does not have exactly the seat and the times with which it was sold.`,
  void: (id: string) => `Day pass ${id} is void, but its seat is still sold.`,
}

/** Returns the day on which a pass has a piece; undefined if it has not. */
const dayOf = (pass: rows.PassPiece): string | undefined =>
  pass.voidedAt === null && covers(pass, pass.piece) ? dayOfPiece(pass, pass.piece) : undefined

/** Checks that every day pass has the pieces of its seat from the beginning to the end of its shift, and a void one none. */
export const passesCheck: Check = {
  name: 'day passes',
  run: async ({ db, config, clock }) => {
    // Rows of days that are over are deleted, so there may be none.
    const first = firstRelevant({ config, now: clock() })
    const wrong = (await rows.passPieces(db, first)).filter((row) => {
      const day = dayOf(row)
      const wanted = day === undefined || day < first ? undefined : day
      const sold = row.soldDay === null || row.soldDay < first ? undefined : row.soldDay
      return wanted !== sold || (sold !== undefined && row.soldSeat !== row.seatNumber)
    })
    const each = new Map(wrong.map(({ id, voidedAt }) => [id, voidedAt === null ? sentences.differs(id) : sentences.void(id)]))
    return [...each.values()]
  },
}
