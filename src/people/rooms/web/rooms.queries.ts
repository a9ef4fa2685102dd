import { useAction, useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { roomsApi } from '../rooms.contract.ts'
import { roomsEn } from '../rooms.en.ts'

/** The rooms, and what is known about seats. */
export const useRooms = () => useCall(roomsApi.list)
export const useCreateRoom = () => useAction(roomsApi.create)
export const useUpdateRoom = () => useAction(roomsApi.update)
export const useRemoveRoom = () => useAction(roomsApi.remove, { failure: useWords(roomsEn).failed })
export const useReorderRooms = () => useAction(roomsApi.reorder, { failure: useWords(roomsEn).failed })
export const useSetSeats = () => useAction(roomsApi.setSeats)
export const useSavePlan = () => useAction(roomsApi.savePlan)
export const useStartOutage = () => useAction(roomsApi.startOutage)
export const useEndOutage = () => useAction(roomsApi.endOutage, { failure: useWords(roomsEn).outages.failed })
