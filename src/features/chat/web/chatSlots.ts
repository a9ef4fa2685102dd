import { createContext, type ReactNode, use } from 'react'
import type { Screen } from '#web/shell/screen.ts'
import type { Conversation, Message } from '../chat.shapes.contract.ts'

/** What other features show within chat; `routes.tsx` fills it. */
export type ChatSlots = {
  /** Whether somebody is here now, as a dot on their picture. */
  presenceDot?: Screen<{ userId: string }>
  /** The same in words, with when they were last seen. */
  lastSeen?: Screen<{ userId: string }>
  /** Stands among the settings of chat. */
  settings?: Screen
  /** Reports a message to the administrators: a dialog. */
  report?: Screen<{ message: Pick<Message, '_id'>; onClose: () => void }>
  /** What came of the person's reports, above the list of conversations. */
  reportOutcomes?: Screen
  /** A picture or a file of a message. */
  attachment?: Screen<{ message: Pick<Message, 'attachment'> }>
  /** Stands before the text field: the button that attaches. It also takes what is pasted and dropped, and shows what is chosen. */
  attach?: Screen<{ conversation: Pick<Conversation, '_id' | 'name'>; onSend: (file: File) => Promise<void> }>
  /** Stands in the header of a conversation, where it is not open to administrators. */
  encryption?: Screen<{ conversation: Conversation; children?: ReactNode }>
}

const Slots = createContext<ChatSlots>({})

export const ChatSlotsProvider = Slots.Provider
export const useChatSlots = (): ChatSlots => use(Slots)
