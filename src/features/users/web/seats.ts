import { addDays } from '#contract/day.ts'
import type { Half, Seat } from '../users.contract.ts'

/** The two halves of the day, each of which a seat can be given away for. */
export const halves = ['morning', 'afternoon'] as const
export type HalfOfDay = (typeof halves)[number]

/** How many days before its end a place counts as ending. */
const soonDays = 7

export type SeatState = 'free' | 'taken' | 'ending'

export const stateOf = (half: Half | null, today: string): SeatState => {
  if (half === null) return 'free'
  return half.terminationDate !== null && half.terminationDate <= addDays(today, soonDays) ? 'ending' : 'taken'
}

export const takenIn = (seats: readonly Seat[], half: HalfOfDay): number => seats.filter((seat) => seat[half] !== null).length

/** One half of one seat, by the index of the seat. */
export type Place = { seat: number; half: HalfOfDay }

/** Where a key leads from a place, in a map whose seats stand in rows of `columns`; nothing where it leads nowhere. */
export const placeAfter = (
  key: string,
  { seat, half }: Place,
  { count, columns }: { count: number; columns: number },
): Place | undefined => {
  const below = half === 'morning' ? { seat, half: 'afternoon' } : { seat: seat + columns, half: 'morning' }
  const above = half === 'afternoon' ? { seat, half: 'morning' } : { seat: seat - columns, half: 'afternoon' }
  const places: Record<string, { seat: number; half: string }> = {
    ArrowRight: { seat: seat + 1, half },
    ArrowLeft: { seat: seat - 1, half },
    ArrowDown: below,
    ArrowUp: above,
    Home: { seat: 0, half },
    End: { seat: count - 1, half },
  }
  const next = places[key] as Place | undefined
  return next && next.seat >= 0 && next.seat < count ? next : undefined
}
