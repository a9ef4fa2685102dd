import { feature } from '#server/feature/feature.ts'
import { hallSeatsChanged } from '#system/customization/server/customization.hooks.ts'
import { roomsApi } from '../rooms.contract.ts'
import { fitToHall } from './rooms.hall.service.ts'
import { endOutage, startOutage } from './rooms.outages.service.ts'
import { savePlan, setSeats } from './rooms.seats.service.ts'
import { create, list, remove, reorder, update } from './rooms.service.ts'

export const roomsFeature = feature(
  roomsApi,
  { list, create, update, remove, reorder, setSeats, savePlan, startOutage, endOutage },
  {
    tables: { rooms: 'users', seatDetails: 'users', seatOutages: 'users' },
    hooks: [hallSeatsChanged.by(fitToHall)],
  },
)
