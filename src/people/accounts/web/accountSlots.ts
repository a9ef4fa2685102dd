import type { ComponentType } from 'react'
import type { Screen } from '#web/shell/screen.ts'

/** What this browser stores about the keys of a person's encrypted chats. */
export type KeysHere = {
  /** True if it holds keys, or may hold some. */
  isUsed: boolean
  /** True if encryption must be set up again on it. */
  isOutdated: boolean
}

export type SignOutDialogProps = { onSignOut: () => void; onClose: () => void }

/** What encryption adds to the account menu and to signing out. `routes.tsx` provides it. */
export type AccountSlots = {
  /** The dialog of the person's devices, in the account menu. */
  devices: Screen<{ onClose: () => void }>
  /** Loads the dialog that asks, before signing out, if this browser keeps the keys. */
  loadSignOutDialog: () => Promise<ComponentType<SignOutDialogProps>>
  keysHere: (userId: string) => KeysHere
  /** Deletes everything this browser stores about a person's encrypted chats, unless it holds keys. */
  forgetHere: (userId: string) => Promise<void>
  /** The same as a hook that re-renders on changes. */
  useKeysHere: (userId: string) => KeysHere
}
