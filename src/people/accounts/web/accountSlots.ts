import type { ComponentType } from 'react'
import type { Screen } from '#web/shell/screen.ts'

/** What this browser remembers of the keys of a person's encrypted chats. */
export type KeysHere = {
  /** It holds keys, or may hold some. */
  isUsed: boolean
  /** Encryption must be set up again on it. */
  isOutdated: boolean
}

export type SignOutDialogProps = { onSignOut: () => void; onClose: () => void }

/** What encryption adds to the account menu and to signing out; `routes.tsx` fills it. */
export type AccountSlots = {
  /** The person's devices: a dialog of the account menu. */
  devices: Screen<{ onClose: () => void }>
  /** The dialog that asks, before a sign-out, whether this browser keeps the keys. */
  loadSignOutDialog: () => Promise<ComponentType<SignOutDialogProps>>
  keysHere: (userId: string) => KeysHere
  /** Deletes what this browser knows of a person's encrypted chats, unless it holds keys. */
  forgetHere: (userId: string) => Promise<void>
  /** The same for components, which follow it. */
  useKeysHere: (userId: string) => KeysHere
}
