import { useAction, useCall } from '#web/api/queryClient.ts'
import { seatsApi } from '../seats.contract.ts'

export const useSeats = () => useCall(seatsApi.list)

export const useOccupancy = () => useCall(seatsApi.occupancy)

/** Exchanges the seats of two students. */
export const useExchangeSeats = () => useAction(seatsApi.exchange)
