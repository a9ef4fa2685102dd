import type { SeatTag } from './rooms.shapes.contract.ts'

/** The names of the tags of seats. */
export const tagsEn: Record<SeatTag, string> = { women: 'Women', ac: 'AC', window: 'Window', charger: 'Charger' }
