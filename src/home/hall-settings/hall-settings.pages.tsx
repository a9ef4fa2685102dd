import { lazyScreen } from '#web/shell/screen.ts'

/** What other features show among the settings of the hall, on the page Customization. */
export const inHallSettings = lazyScreen(async () => (await import('#home/hall-settings/web/InHallSettings.tsx')).InHallSettings)
