import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react'
import type { Store } from '#web/api/store.ts'
import type { ConversationEncryption, DeviceState, EncryptionScreens } from './encryption.ts'
import { encryption } from './sessionEncryption.ts'

const Given = createContext<EncryptionScreens | undefined>(undefined)

/** For tests: another encryption than that of the session. */
export const EncryptionProvider = Given.Provider

/** Encryption of the signed-in person. */
export const useEncryption = (): EncryptionScreens => {
  const given = use(Given)
  // What is on the screen may be drawn once more after the session has ended.
  const [own] = useState(() => (given ? undefined : encryption()))
  return (given ?? own) as EncryptionScreens
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** What this browser is for the person. */
export const useDeviceState = (): DeviceState => useStore(useEncryption().device)

/** How a conversation is encrypted; undefined while it is being loaded. */
export const useConversationEncryption = (id: string): ConversationEncryption | undefined => {
  const encryption = useEncryption()
  return useStore(useMemo(() => encryption.conversation(id), [encryption, id]))
}
