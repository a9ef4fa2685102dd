import { createContext, use, useMemo, useState } from 'react'
import { useStore } from '#web/api/store.ts'
import type { ConversationEncryption, DeviceState, EncryptionScreens } from './encryption.ts'
import { encryption } from './sessionEncryption.ts'

const Given = createContext<EncryptionScreens | undefined>(undefined)

/** For tests: replaces the encryption of the session. */
export const EncryptionProvider = Given.Provider

/** Returns the encryption of the signed-in person. */
export const useEncryption = (): EncryptionScreens => {
  const given = use(Given)
  // Components may render once more after the session has ended.
  const [own] = useState(() => (given ? undefined : encryption()))
  return (given ?? own) as EncryptionScreens
}

/** Returns the state of this browser for the person. */
export const useDeviceState = (): DeviceState => useStore(useEncryption().device)

/** Returns the encryption state of a conversation; undefined while it is loading. */
export const useConversationEncryption = (id: string): ConversationEncryption | undefined => {
  const encryption = useEncryption()
  return useStore(useMemo(() => encryption.conversation(id), [encryption, id]))
}
