import { lazyScreen } from '#web/shell/screen.ts'

/** On the dashboard of admins, loaded after its figures. */
export const OccupancyScreen = lazyScreen(async () => (await import('./OccupancyCard.tsx')).OccupancyCard)
