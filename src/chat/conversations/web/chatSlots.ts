import { createContext, type ReactNode, use } from 'react'
import type { Screen } from '#web/shell/screen.ts'
import type { Conversation, Message } from '../chat.shapes.contract.ts'

/** What other features show within chat; `routes.tsx` fills it. */
export type ChatSlots = {
  /** Whether someone is here now, as a dot on their picture. */
  presenceDot?: Screen<{ userId: string }>
  /** The same in words, with when they were last seen. */
  lastSeen?: Screen<{ userId: string }>
  /** What stands above other pages, in the header: chat has no room above it. */
  notices?: Screen
  /** Stands among the settings of chat. */
  settings?: Screen
  /** Reports a message to the administrators: a dialog. */
  report?: Screen<{ message: Pick<Message, '_id' | 'encryption'>; onClose: () => void }>
  /** What is proven of an encrypted message, and what only the server says: a dialog. */
  aboutMessage?: Screen<{ message: Message; conversation: Conversation; onClose: () => void }>
  /** What came of the person's reports, above the list of conversations. */
  reportOutcomes?: Screen
  /** A picture or a file of a message. */
  attachment?: Screen<{ message: Pick<Message, 'attachment' | 'encryption'> }>
  /** Stands before the text field: the button that attaches. It also takes what is pasted and dropped, and shows what is chosen. */
  attach?: Screen<{ conversation: Pick<Conversation, '_id' | 'name' | 'isEncrypted'>; onSend: (file: File) => Promise<void> }>
  /** Stands in the header of a conversation: who can read it. `children` says it of an open one. */
  encryption?: Screen<{ conversation: Conversation; children?: ReactNode }>
  /** Stands above the messages of a conversation. */
  encryptionNotice?: Screen<{ conversation: Conversation }>
  /** Stands above the list of conversations. */
  encryptionBanner?: Screen<{ hasEncrypted: boolean }>
}

const Slots = createContext<ChatSlots>({})

export const ChatSlotsProvider = Slots.Provider
export const useChatSlots = (): ChatSlots => use(Slots)
