import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { LoadEncryption } from '#chat/conversations/web/messageEncryption.ts'
import type { AccountSlots } from '#people/accounts/web/accountSlots.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { lazyScreen } from '#web/shell/screen.ts'

type SlotsOfEncryption = Pick<ChatSlots, 'encryption' | 'encryptionNotice' | 'encryptionBanner' | 'aboutMessage'>

// A session can end without signing out, and on any page: it expires, or a new password or another browser ends it.
onForget(() => {
  const userId = getSession()?.user._id
  // The session has not changed yet; afterwards the same person may continue with a new one.
  queueMicrotask(() => {
    if (userId === undefined || userId === getSession()?.user._id || !globalThis.indexedDB) return
    import('#chat/encryption/web/forgetHere.ts').then(({ forgetWithoutKeys }) => forgetWithoutKeys(userId)).catch(() => {})
  })
})

/** The screens of encryption shown within chat. */
export const encryptionInChat = (): SlotsOfEncryption => ({
  encryption: lazyScreen(async () => (await import('#chat/encryption/web/HeaderLine.tsx')).HeaderLine),
  encryptionNotice: lazyScreen(async () => (await import('#chat/encryption/web/ChatNotice.tsx')).ChatNotice),
  encryptionBanner: lazyScreen(async () => (await import('#chat/encryption/web/ChatBanner.tsx')).ChatBanner),
  aboutMessage: lazyScreen(async () => (await import('#chat/encryption/web/AboutMessage.tsx')).AboutMessage),
})

/** Encrypts and decrypts messages for chat, whose list is shown before that code is there. */
export const loadEncryption: LoadEncryption = async () => (await import('#chat/encryption/web/comingEncryption.ts')).comingEncryption

/** The screens of encryption shown in the account menu and when signing out. */
export const encryptionInAccount = async (): Promise<AccountSlots> => (await import('#chat/encryption/web/accountSlots.ts')).accountSlots
