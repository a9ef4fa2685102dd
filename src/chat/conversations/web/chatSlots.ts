import { createContext, type ReactNode, use } from 'react'
import type { Screen } from '#web/shell/screen.ts'
import type { Conversation, Message } from '../conversations.shapes.contract.ts'
import type { Pending } from './client/chatClient.ts'

/** Screens of other features shown within chat; `routes.tsx` fills them. */
export type ChatSlots = {
  /** A dot on a person's picture that shows whether they are online. */
  presenceDot?: Screen<{ userId: string }>
  /** The same in words, with the time they were last seen. */
  lastSeen?: Screen<{ userId: string }>
  /** Notices that other pages show above their content; chat shows them in the header, for lack of room. */
  notices?: Screen
  /** Shown in the chat settings. */
  settings?: Screen
  /** A dialog that reports a message to the administrators. */
  report?: Screen<{ message: Pick<Message, '_id' | 'encryption'>; onClose: () => void }>
  /** A dialog that shows which facts about an encrypted message are proven and which only the server claims. */
  aboutMessage?: Screen<{ message: Message; conversation: Conversation; onClose: () => void }>
  /** The outcomes of the person's reports, above the list of conversations. */
  reportOutcomes?: Screen
  /** A picture or file in a message. */
  attachment?: Screen<{ message: Pick<Message, 'attachment' | 'encryption' | 'sender' | 'clientId'> }>
  /** A picture or file that is being sent; shows `children` if it is no picture. */
  pendingFile?: Screen<{ clientId: string; file: NonNullable<Pending['file']>; children: ReactNode }>
  /** Shown before the text field: the attach button. It also accepts pasted and dropped files, and previews the chosen ones. */
  attach?: Screen<{
    conversation: Pick<Conversation, '_id' | 'name' | 'isEncrypted'>
    onSend: (file: File, caption: string) => Promise<void>
  }>
  /** Shown in the header of a conversation: who can read it. `children` is shown for an unencrypted one. */
  encryption?: Screen<{ conversation: Conversation; children?: ReactNode }>
  /** Shown above the messages of a conversation. */
  encryptionNotice?: Screen<{ conversation: Conversation }>
  /** Shown above the list of conversations. */
  encryptionBanner?: Screen<{ hasEncrypted: boolean }>
}

const Slots = createContext<ChatSlots>({})

export const ChatSlotsProvider = Slots.Provider
export const useChatSlots = (): ChatSlots => use(Slots)
