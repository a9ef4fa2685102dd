import { CheckCheck, Copy, Flag, Info, Pencil, Reply, Smile, SmilePlus, Trash2 } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menuProps.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { chatPolicy } from '../../conversations.policy.ts'
import { chatErrors, type Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useChatSlots } from '../chatSlots.ts'
import { type LogActions, useLogActions } from './logContext.ts'

/** The clipboard requires https. */
const copy = async (text: string, words: { copied: string; copyFailed: string }): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(words.copied)
  } catch {
    toast.error(words.copyFailed)
  }
}

/** Returns the actions that the reader may currently take on a message. */
const rightsOf = (message: Message, { type, whyNotWrite, isEncrypted }: LogActions, me: Parameters<typeof chatPolicy.whyNotDelete>[0]) => {
  const mayWrite = whyNotWrite === null
  return {
    reply: mayWrite && !message.isDeleted,
    // A person who may only read announcements may still react to them.
    react: !message.isDeleted && (mayWrite || whyNotWrite?.code === chatErrors.announcementOnly.code),
    // An unreadable message cannot be edited.
    edit: mayWrite && !message.unreadable && chatPolicy.whyNotEdit(me, message, new Date()) === undefined,
    remove: !message.isDeleted && chatPolicy.whyNotDelete(me, message) === undefined,
    copy: !message.isDeleted && message.content !== null,
    who: message.reactions.length > 0,
    readers: !message.isDeleted && type === 'group' && message.sender._id === me._id,
    report: !message.isDeleted && message.sender._id !== me._id,
    about: isEncrypted && !message.isDeleted,
  }
}

/** Returns all actions of a message, in the order of the menus. */
export const useMessageEntries = (message: Message): MenuEntry[] => {
  const words = useWords(chatPaneEn).actions
  const { me } = useChat()
  const { report, aboutMessage } = useChatSlots()
  const actions = useLogActions()
  const may = rightsOf(message, actions, me)
  const text = message.content ?? ''
  const all: (MenuEntry & { isThere: boolean })[] = [
    { key: 'react', label: words.react, icon: <SmilePlus />, onAction: () => actions.pickEmoji(message), isThere: may.react },
    { key: 'reply', label: words.reply, icon: <Reply />, onAction: () => actions.reply(message), isThere: may.reply },
    { key: 'edit', label: words.edit, icon: <Pencil />, onAction: () => actions.edit(message), isThere: may.edit },
    { key: 'copy', label: words.copy, icon: <Copy />, onAction: () => void copy(text, words), isThere: may.copy },
    { key: 'who', label: words.who, icon: <Smile />, onAction: () => actions.showReactions(message), isThere: may.who },
    { key: 'readers', label: words.readers, icon: <CheckCheck />, onAction: () => actions.showReaders(message), isThere: may.readers },
    {
      key: 'about',
      label: words.about,
      icon: <Info />,
      onAction: () => actions.about(message),
      isThere: may.about && aboutMessage !== undefined,
    },
    {
      key: 'report',
      label: words.report,
      icon: <Flag />,
      onAction: () => actions.report(message),
      isThere: may.report && report !== undefined,
    },
    { key: 'delete', label: words.remove, icon: <Trash2 />, isDanger: true, onAction: () => actions.remove(message), isThere: may.remove },
  ]
  return all.filter(({ isThere }) => isThere).map(({ isThere: _, ...entry }) => entry)
}
