import { seatsInBlock, seatsInRow } from '#contract/seatRow.ts'
import { roomLimits } from '../../rooms.limits.ts'
import type { SeatDetails } from '../../rooms.shapes.contract.ts'

export type Spot = { x: number; y: number }
/** The places of seats in a plan, by seat number. */
export type Places = ReadonlyMap<number, Spot>

/** Half of the largest plan in rows of ten, which leaves room for aisles. */
const longHall = 200

/** Returns the seats in rows like those of the map: blocks of five with an aisle between them, and an aisle below every second row. */
export const inRows = (seats: readonly number[]): Places => {
  const inRow = seats.length > longHall ? 2 * seatsInRow : seatsInRow
  return new Map(
    seats.map((seat, at) => {
      const [column, row] = [at % inRow, Math.floor(at / inRow)]
      return [seat, { x: column + Math.floor(column / seatsInBlock), y: row + Math.floor(row / 2) }]
    }),
  )
}

export const placesOf = (seats: readonly SeatDetails[]): Places =>
  new Map(seats.flatMap(({ seatNumber, place }) => (place ? [[seatNumber, place]] : [])))

/** Returns the seat at a spot. */
export const seatAt = (places: Places, { x, y }: Spot): number | undefined =>
  [...places].find(([, spot]) => spot.x === x && spot.y === y)?.[0]

const within = (value: number): number => Math.max(0, Math.min(roomLimits.planSide - 1, value))

/** Returns the nearest spot of a plan. */
export const inPlan = ({ x, y }: Spot): Spot => ({ x: within(x), y: within(y) })

/** Moves a seat to a spot. A seat that is there changes places with it. */
export const withSeatAt = (places: Places, seat: number, to: Spot): Places => {
  const from = places.get(seat)
  const other = seatAt(places, to)
  const next = new Map(places)
  if (other !== undefined && other !== seat) {
    if (from) next.set(other, from)
    else next.delete(other)
  }
  return next.set(seat, to)
}

/** Returns the first spot without a seat, row by row, within the width that the plan has. */
export const freeSpot = (places: Places): Spot => {
  const { columns } = sizeOf(places)
  for (let at = 0; ; at++) {
    const spot = { x: at % columns, y: Math.floor(at / columns) }
    if (seatAt(places, spot) === undefined) return spot
  }
}

/** Returns the number of columns and rows that are drawn: one more than are used, so that there is room for a seat. */
export const sizeOf = (places: Places): { columns: number; rows: number } => {
  const spots = [...places.values()]
  return {
    columns: Math.min(roomLimits.planSide, Math.max(seatsInRow, ...spots.map(({ x }) => x + 1)) + 1),
    rows: Math.min(roomLimits.planSide, Math.max(3, ...spots.map(({ y }) => y + 1)) + 1),
  }
}

const steps: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the spot that an arrow key leads to. */
export const spotAfter = (key: string, { x, y }: Spot): Spot | undefined => {
  const step = steps[key]
  return step && inPlan({ x: x + step.x, y: y + step.y })
}

/** Returns the seat that an arrow key leads to: the nearest one on that side, in the same row or column if possible. */
export const seatAfter = (key: string, places: Places, seat: number): number | undefined => {
  const [step, from] = [steps[key], places.get(seat)]
  if (!step || !from) return undefined
  const found = [...places].flatMap(([other, { x, y }]) => {
    const [ahead, aside] = step.x === 0 ? [(y - from.y) * step.y, Math.abs(x - from.x)] : [(x - from.x) * step.x, Math.abs(y - from.y)]
    return ahead > 0 ? [{ other, distance: ahead + 4 * aside }] : []
  })
  return found.toSorted((one, another) => one.distance - another.distance)[0]?.other
}
