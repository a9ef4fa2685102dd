import { useMemo, useState } from 'react'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { isSettled } from '#web/ui/Loaded.tsx'
import { seatsApi } from '../seats.contract.ts'
import { fromFirstView } from './firstView.ts'
import type { ShownSeat } from './seats.ts'
import { withVisitors } from './seatVisitors.ts'

type Options = { enabled?: boolean }

/** All seats; today's visitors are among their holders. */
export const useSeats = (options: Options = {}) => {
  const seats = useCall(seatsApi.list, {}, options)
  const { data } = seats
  const withAll = useMemo(() => data && { ...data, items: data.items.map(withVisitors) }, [data])
  return { ...seats, data: withAll }
}

/** Seats with everybody, or only with those who have them in the shown shift. */
export type MapSeats = { items: readonly ShownSeat[]; isWhole: boolean }

/**
 * Returns the seats of the map. On a slow line what it shows first comes long before the rest, which is asked for then. In a hall
 * whose shifts are the halves of the day there is no rest.
 */
export const useMapSeats = (shown: string) => {
  const [isOpening, setOpening] = useState(true)
  const first = useCall(seatsApi.first, {}, { enabled: isOpening })
  const hasAll = first.data?.shift === null
  const whole = useSeats({ enabled: !isOpening || (isSettled(first) && !hasAll) })
  if (isOpening && whole.data) setOpening(false)
  const firstSeats = useMemo(() => first.data?.items.map(fromFirstView), [first.data])
  const all = whole.data?.items
  const data = useMemo((): MapSeats | undefined => {
    if (all) return { items: all, isWhole: true }
    return firstSeats && (hasAll || first.data?.shift === shown) ? { items: firstSeats, isWhole: hasAll } : undefined
  }, [all, firstSeats, hasAll, first.data?.shift, shown])
  return { ...(hasAll && !all ? first : whole), data }
}

export const useOccupancy = () => useCall(seatsApi.occupancy)

/** Exchanges the seats of two students. */
export const useExchangeSeats = () => useAction(seatsApi.exchange)
