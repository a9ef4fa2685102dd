import { type RefObject, useRef, useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatLimits } from '../../conversations.limits.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { previewOf } from '../../conversations.preview.policy.ts'
import type { Conversation, Message, Quoted } from '../../conversations.shapes.contract.ts'
import { writtenText } from '../../conversations.text.policy.ts'
import { useChat } from '../chatContext.ts'
import type { Draft } from '../client/chatClient.ts'
import { saidIn } from '../client/log/stretch.ts'
import { CannotEncryptError } from '../messageEncryption.ts'
import { stillNamed } from './mentionAt.ts'
import { blank, type Returned, sendingIn, withReturned } from './returned.ts'
import { useDraft } from './useDraft.ts'
import { useReturnedFiles } from './useReturnedFiles.ts'

/** Returns the quote of a message for a reply to it. */
export const quotedOf = (message: Message): Quoted => {
  const { _id, seq, type, sender, isDeleted, unreadable, encryption, clientId } = message
  return {
    _id,
    seq,
    type,
    content: previewOf(saidIn(message)),
    sender: { _id: sender._id, name: sender.name },
    isDeleted,
    ...(unreadable && { unreadable }),
    // An encrypted reply identifies its quote by these fields, even when it is sent after a reload.
    ...(encryption !== undefined && { encryption, clientId }),
  }
}

const lengthOf = (text: string): number => (text.length <= chatLimits.messageContent ? text.length : [...text].length)

type Editing = { message: Message; text: string }

/** Editing sets the draft aside and restores it afterwards. */
const useEditing = (draft: RefObject<Draft>) => {
  const words = useWords(chatPaneEn).actions
  const { cannotEncrypt } = useWords(chatPaneEn).message
  const { client } = useChat()
  const [editing, show] = useState<Editing>()
  const latest = useRef(editing)
  const setEditing = (next: Editing | undefined) => {
    latest.current = next
    show(next)
  }
  const text = writtenText(editing?.text ?? '')
  const maySave = editing !== undefined && text !== '' && text !== editing.message.content
  // The field is cleared before the server has responded, so that text typed since is a new message.
  const save = async () => {
    if (!editing || !maySave) return
    const of = `chat.edit ${editing.message._id}`
    setEditing(undefined)
    try {
      await client.edit(editing.message, text)
      toast.settled(of)
    } catch (error) {
      const isTyping = latest.current !== undefined || draft.current.content !== ''
      const action = { label: words.editAgain, onPress: () => setEditing(editing) }
      if (!isTyping) setEditing(editing)
      const why = error instanceof CannotEncryptError ? cannotEncrypt[error.reason] : errorText(error, words.editFailed)
      toast.error(why, { of, ...(isTyping && { action }) })
    }
  }
  return { editing, setEditing, maySave, save }
}

/** State and actions for writing in one conversation: new messages, replies and edits. */
export const useComposer = (conversation: Conversation, onSent: () => void) => {
  const words = useWords(chatPaneEn).composer
  const { client } = useChat()
  const { draft, latest, change } = useDraft(conversation._id)
  const edit = useEditing(latest)

  const of = sendingIn(conversation._id)
  const post = async (sent: Draft, file?: File) => {
    client.typed(conversation._id, '')
    await client.send(conversation._id, sent, file)
    toast.settled(of)
    onSent()
  }
  const maySend = writtenText(draft.content) !== '' || draft.replyTo !== null
  // The field is cleared before the outbox has the message, so that a second Enter does not send it twice and the next message
  // need not wait.
  const send = async () => {
    const { content, replyTo, mentions } = latest.current
    const text = writtenText(content)
    if (text === '' && replyTo === null) return
    if (lengthOf(text) > chatLimits.messageContent) return toast.error(words.tooLong(chatLimits.messageContent), { of })
    change(blank)
    try {
      await post({ content: text, replyTo, mentions: stillNamed(text, mentions) })
    } catch (error) {
      restore({ content, replyTo, mentions, file: null })
      toast.error(errorText(error, words.sendFailed), { of })
    }
  }
  /** Inserts rejected content before the text typed since. */
  const restore = (refused: Returned) => change(withReturned(latest.current, refused))
  const sendFile = async (file: File, caption = '') => {
    const { replyTo } = latest.current
    change({ replyTo: null })
    await post({ content: writtenText(caption), replyTo, mentions: [] }, file)
  }
  const returned = useReturnedFiles({ draft, latest, change, send: sendFile, of })
  const setText = (text: string) => {
    if (edit.editing) return edit.setEditing({ ...edit.editing, text })
    change({ content: text })
    client.typed(conversation._id, text)
  }
  return {
    draft,
    change,
    maySend,
    send,
    sendFile,
    returned,
    restore,
    setText,
    ...edit,
    text: edit.editing?.text ?? draft.content,
  }
}

export type ComposerState = ReturnType<typeof useComposer>
