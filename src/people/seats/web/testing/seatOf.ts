import type { Holder, Seat, SeatHolder } from '../../seats.contract.ts'

const times = { morning: { from: '00:00', to: '14:00' }, afternoon: { from: '14:00', to: '00:00' } }

type Halves = 'seatNumber' | 'morning' | 'afternoon'
export type HalvedSeat = Pick<Seat, Halves> & Partial<Omit<Seat, Halves | 'holders'>>

/** A seat in a hall with the first three shifts. */
export const seatOf = ({ seatNumber, morning, afternoon, ...details }: HalvedSeat): Seat => {
  const held = (holder: SeatHolder | null, half: 'morning' | 'afternoon'): Holder[] => (holder ? [{ ...holder, parts: [times[half]] }] : [])
  const holders =
    morning && morning.userId === afternoon?.userId
      ? [{ ...morning, parts: [{ from: '00:00', to: '00:00' }] }]
      : [...held(morning, 'morning'), ...held(afternoon, 'afternoon')]
  const plain = { label: null, room: null, place: null, tags: [], outOfOrder: null, visitors: [] }
  return { seatNumber, ...plain, ...details, morning, afternoon, holders }
}
