import { useMemo } from 'react'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { seatsApi } from '../seats.contract.ts'
import { withVisitors } from './seatVisitors.ts'

/** All seats; today's visitors are among their holders. */
export const useSeats = () => {
  const seats = useCall(seatsApi.list)
  const { data } = seats
  const withAll = useMemo(() => data && { ...data, items: data.items.map(withVisitors) }, [data])
  return { ...seats, data: withAll }
}

export const useOccupancy = () => useCall(seatsApi.occupancy)

/** Exchanges the seats of two students. */
export const useExchangeSeats = () => useAction(seatsApi.exchange)
