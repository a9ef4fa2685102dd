import { lazyScreen } from '#web/shell/screen.ts'

/** The rooms of the hall, on the page Customization. */
export const roomsInHall = lazyScreen(async () => (await import('#people/rooms/web/RoomsCard.tsx')).RoomsCard)
