import type { Rooms, SeatDetails } from '../rooms.shapes.contract.ts'

/** Returns what the hall calls a seat. */
const seatName = ({ seatNumber, label }: Pick<SeatDetails, 'seatNumber' | 'label'>): string => label ?? String(seatNumber)

/** Returns the name of the seat with this number. */
export const nameIn = (seats: readonly SeatDetails[], seatNumber: number): string =>
  seats.find((seat) => seat.seatNumber === seatNumber)?.label ?? String(seatNumber)

/** Returns the number of the seat that was typed, by its number or its label; the text itself if no seat has this label. */
export const numberOf = (seats: readonly SeatDetails[], typed: string): string => {
  const folded = (label: string) => label.normalize('NFKC').trim().toLowerCase()
  const seat = seats.find(({ label }) => label !== null && folded(label) === folded(typed))
  return seat ? String(seat.seatNumber) : typed
}

export const seatsIn = ({ seats }: Pick<Rooms, 'seats'>, roomId: string): SeatDetails[] => seats.filter((seat) => seat.roomId === roomId)

/** Returns the names of seats in short: runs of numbers as `1–20, 25`, with the labels at the ends of each run. */
export const rangesOf = (seats: readonly SeatDetails[]): string => {
  const runs: SeatDetails[][] = []
  for (const seat of seats) {
    const run = runs.at(-1)
    if (run && run.at(-1)?.seatNumber === seat.seatNumber - 1) run.push(seat)
    else runs.push([seat])
  }
  return runs
    .map((run) => {
      const names = [run[0], run.at(-1)].map((seat) => (seat ? seatName(seat) : ''))
      return run.length === 1 ? names[0] : names.join('–')
    })
    .join(', ')
}
