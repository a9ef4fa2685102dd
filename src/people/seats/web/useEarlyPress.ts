import { useCallback, useEffect, useState } from 'react'
import type { Slot } from '#contract/terms.ts'
import type { Seat } from '../seats.contract.ts'
import { placesOf, type SeatPlace, type ShownSeat, type Tiles } from './seats.ts'

type Press = (seat: Seat, place: SeatPlace) => void
type Map = { seats: readonly ShownSeat[]; isWhole: boolean; shown: Tiles }

/** Holds a press on a person until the rest of the map has come, which knows who that is. */
export const useEarlyPress = ({ seats, isWhole, shown }: Map, press: Press) => {
  const [early, setEarly] = useState<{ seatNumber: number; half: Slot }>()
  const onPress = useCallback<Press>(
    (seat, place) => {
      const { held, half } = place
      if (held && !held.visitor && !isWhole) setEarly({ seatNumber: seat.seatNumber, half })
      else press(seat, place)
    },
    [isWhole, press],
  )
  useEffect(() => {
    if (!isWhole || !early) return
    setEarly(undefined)
    const seat = seats.find(({ seatNumber }) => seatNumber === early.seatNumber)
    const place = seat && placesOf(seat, shown).find(({ half }) => half === early.half)
    if (seat && place) press(seat, place)
  }, [isWhole, early, seats, shown, press])
  return { onPress, isHeld: early !== undefined }
}
