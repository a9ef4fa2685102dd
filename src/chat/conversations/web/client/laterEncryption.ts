import { makeStore } from '#web/api/store.ts'
import type { ComingEncryption, SessionEncryption } from '../messageEncryption.ts'

type Listed = Parameters<SessionEncryption['decryptConversation']>[0]

/** Encryption whose code is fetched with its first use, or by `start`. */
export type LaterEncryption = SessionEncryption & { start: () => void }

const isSecret = ({ _id, isEncrypted, lastMessage }: Listed, remembered: ReadonlySet<string>): boolean =>
  isEncrypted || lastMessage?.encryption !== undefined || remembered.has(_id)

/** Fetches the encryption once it is needed; a failed attempt is forgotten. */
const loadOnce = (load: ComingEncryption['load'], onLoaded: (encryption: SessionEncryption) => void) => {
  let loaded: SessionEncryption | undefined
  let loading: Promise<SessionEncryption> | undefined
  const fetchIt = async (): Promise<SessionEncryption> => {
    loaded = await load()
    onLoaded(loaded)
    return loaded
  }
  return {
    here: () => loaded,
    whenLoaded: (): Promise<SessionEncryption> => {
      loading ??= fetchIt().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return loading
    },
  }
}

/** The conversations that were shown before the code was there, and who is notified when more can be decrypted. */
const makeEarly = () => {
  const shown = new Map<string, Listed>()
  const handlers = new Set<(conversation: string) => void>()
  const notify = (conversation: string): void => {
    for (const handler of [...handlers]) handler(conversation)
  }
  return {
    note: (conversation: Listed): void => void shown.set(conversation._id, conversation),
    onKeysAdded: (handler: (conversation: string) => void) => {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    /** Gives the encryption what was shown without it, for it to record and to decrypt. */
    giveTo: async (encryption: SessionEncryption): Promise<void> => {
      encryption.onKeysAdded(notify)
      for (const [id, conversation] of shown) {
        await encryption.decryptConversation(conversation).catch(() => undefined)
        notify(id)
      }
      shown.clear()
    },
  }
}

/**
 * Lets the list of conversations be shown while the code of encryption is being fetched. Until then, the list shows no text in a
 * conversation that is encrypted according to the server or to what this browser has stored; everything else waits for the code.
 */
export const laterEncryption = ({ load, remembered }: Omit<ComingEncryption, 'here'>): LaterEncryption => {
  const device = makeStore('unknown')
  const early = makeEarly()
  let known: Promise<ReadonlySet<string>> | undefined
  const { here, whenLoaded } = loadOnce(load, (encryption) => {
    const follow = (): void => device.set(encryption.device.get())
    encryption.device.subscribe(follow)
    follow()
    void early.giveTo(encryption)
  })
  return {
    device,
    start: () => void whenLoaded().catch(() => undefined),
    decryptConversation: async (conversation) => {
      known ??= remembered()
      const stored = await known.catch(() => undefined)
      const isHidden = stored !== undefined && isSecret(conversation, stored)
      const hasText = conversation.lastMessage !== null && conversation.lastMessage.content !== null
      if (here() || !stored || (isHidden && hasText)) return (await whenLoaded()).decryptConversation(conversation)
      early.note(conversation)
      return isHidden ? { ...conversation, isEncrypted: true } : conversation
    },
    decryptMessage: async (message) => (await whenLoaded()).decryptMessage(message),
    isEncrypted: async (id) => (await whenLoaded()).isEncrypted(id),
    noteEncrypted: async (id) => (await whenLoaded()).noteEncrypted(id),
    encrypt: async (message) => (await whenLoaded()).encrypt(message),
    encryptFile: async (...file) => (await whenLoaded()).encryptFile(...file),
    invalidateKeys: (id) => here()?.invalidateKeys(id),
    noteRestored: () => here()?.noteRestored(),
    onKeysAdded: early.onKeysAdded,
  }
}
