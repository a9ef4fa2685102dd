import type { AccountSlots } from '#people/accounts/web/accountSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { forgetWithoutKeys } from './forgetHere.ts'
import { usedHere, useUsedHere } from './usedHere.ts'

export const accountSlots: AccountSlots = {
  devices: lazyScreen(async () => (await import('./OwnDevices.tsx')).OwnDevices),
  loadSignOutDialog: async () => (await import('./SignOutDialog.tsx')).SignOutDialog,
  keysHere: usedHere,
  forgetHere: forgetWithoutKeys,
  useKeysHere: useUsedHere,
}
