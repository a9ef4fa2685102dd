import { useState } from 'react'
import { useWords } from '#web/words.ts'
import { roomsEn } from '../../rooms.en.ts'
import type { SeatDetails } from '../../rooms.shapes.contract.ts'
import { nameIn } from '../roomsOf.ts'
import { freeSpot, inRows, type Places, placesOf, type Spot, seatAt, spotAfter, withSeatAt } from './places.ts'

/** The plan that is being edited, the seat that was picked up, and the announcement for screen readers. */
export const usePlan = (seats: readonly SeatDetails[]) => {
  const words = useWords(roomsEn).editor
  const [places, setPlaces] = useState<Places>(() => placesOf(seats))
  /** The seat that the keyboard moves, and the plan before that. */
  const [picked, setPicked] = useState<{ seat: number; before: Places }>()
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (seat: number): string => nameIn(seats, seat)
  const announceDrop = (seat: number, to: Spot) => setAnnouncement(words.dropped(nameOf(seat), to.x + 1, to.y + 1))

  const pickUp = (seat: number) => {
    setPicked({ seat, before: places })
    setAnnouncement(words.picked(nameOf(seat)))
  }
  const drop = () => {
    const spot = picked && places.get(picked.seat)
    if (spot) announceDrop(picked.seat, spot)
    setPicked(undefined)
  }
  const cancel = () => {
    if (!picked) return
    setPlaces(picked.before)
    setAnnouncement(words.cancelled(nameOf(picked.seat)))
    setPicked(undefined)
  }
  /** Moves the picked seat by one spot. It passes over others: the seats of the spots that it leaves are back at their places. */
  const step = (key: string) => {
    const from = picked && places.get(picked.seat)
    const to = from && spotAfter(key, from)
    if (!picked || !to) return
    const other = seatAt(picked.before, to)
    setPlaces(withSeatAt(picked.before, picked.seat, to))
    const isExchange = other !== undefined && other !== picked.seat
    setAnnouncement(isExchange ? words.exchanges(to.x + 1, to.y + 1, nameOf(other)) : words.moved(to.x + 1, to.y + 1))
  }

  return {
    places,
    picked: picked?.seat,
    announcement,
    nameOf,
    /** The seats of the room that are not drawn. */
    left: seats.map(({ seatNumber }) => seatNumber).filter((seat) => !places.has(seat)),
    isChanged: JSON.stringify([...places].toSorted()) !== JSON.stringify([...placesOf(seats)].toSorted()),
    /** Handles Enter or a space on a seat. */
    toggle: (seat: number) => (picked?.seat === seat ? drop() : pickUp(seat)),
    cancel,
    step,
    moveTo: (seat: number, to: Spot) => {
      setPicked(undefined)
      setPlaces(withSeatAt(places, seat, to))
      announceDrop(seat, to)
    },
    add: (seat: number) => {
      const spot = freeSpot(places)
      setPlaces(withSeatAt(places, seat, spot))
      announceDrop(seat, spot)
    },
    arrange: () => setPlaces(inRows(seats.map(({ seatNumber }) => seatNumber))),
  }
}
export type Plan = ReturnType<typeof usePlan>
