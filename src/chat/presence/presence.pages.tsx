import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { SocketEvent } from '#contract/event.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** The events of presence, with their schemas. */
export const loadPresenceEvents = async (): Promise<readonly SocketEvent[]> =>
  Object.values((await import('./presence.events.ts')).presenceEvents)

/** The screens of presence shown within chat. */
export const presenceInChat = (): Pick<ChatSlots, 'presenceDot' | 'lastSeen' | 'settings'> => ({
  presenceDot: lazyScreen(async () => (await import('#chat/presence/web/PresenceDot.tsx')).PresenceDot),
  lastSeen: lazyScreen(async () => (await import('#chat/presence/web/LastSeen.tsx')).LastSeen),
  settings: lazyScreen(async () => (await import('#chat/presence/web/PresenceSwitch.tsx')).PresenceSwitch),
})
