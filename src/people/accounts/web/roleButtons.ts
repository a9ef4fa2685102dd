import { lazyScreen } from '#web/shell/screen.ts'

/** Only a demo loads them. */
export const roleButtons = lazyScreen<{ isPublic: boolean }>(async () => (await import('./RoleButtons.tsx')).RoleButtons)
