import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { AccountSlots } from '#people/accounts/web/accountSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'

type SlotsOfEncryption = Pick<ChatSlots, 'encryption' | 'encryptionNotice' | 'encryptionBanner' | 'aboutMessage'>

/** What encryption shows within chat. */
export const encryptionInChat = (): SlotsOfEncryption => ({
  encryption: lazyScreen(async () => (await import('#chat/encryption/web/HeaderLine.tsx')).HeaderLine),
  encryptionNotice: lazyScreen(async () => (await import('#chat/encryption/web/ChatNotice.tsx')).ChatNotice),
  encryptionBanner: lazyScreen(async () => (await import('#chat/encryption/web/ChatBanner.tsx')).ChatBanner),
  aboutMessage: lazyScreen(async () => (await import('#chat/encryption/web/AboutMessage.tsx')).AboutMessage),
})

/** What encryption adds to the account menu and to signing out. */
export const encryptionInAccount = async (): Promise<AccountSlots> => (await import('#chat/encryption/web/accountSlots.ts')).accountSlots
