import { useState } from 'react'
import { CannotSealError } from '#chat/encryption/web/encryption.ts'
import { limits } from '#contract/limits.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatEn } from '../../chat.en.ts'
import type { Conversation, Message, Quoted } from '../../chat.shapes.contract.ts'
import { writtenText } from '../../chat.text.policy.ts'
import { useChat } from '../chatContext.ts'
import type { Draft } from '../delivery/chatClient.ts'
import { saidIn } from '../delivery/stretch.ts'
import { stillNamed } from './mentionAt.ts'
import { blank, type Returned, sendingIn, withReturned } from './returned.ts'
import { useDraft } from './useDraft.ts'
import { useReturnedFiles } from './useReturnedFiles.ts'

/** What a new message would quote of one. */
export const quotedOf = (message: Message): Quoted => {
  const { _id, seq, type, sender, isDeleted, unreadable } = message
  const said = saidIn(message)
  return {
    _id,
    seq,
    type,
    content: said === null ? null : [...said.slice(0, 2 * limits.messagePreview)].slice(0, limits.messagePreview).join(''),
    sender: { _id: sender._id, name: sender.name },
    isDeleted,
    ...(unreadable && { unreadable }),
  }
}

const lengthOf = (text: string): number => (text.length <= limits.messageContent ? text.length : [...text].length)

/** Editing sets the draft aside, and gives it back afterwards. */
const useEditing = () => {
  const words = useWords(chatEn).actions
  const { cannotSeal } = useWords(chatEn).message
  const { client } = useChat()
  const [editing, setEditing] = useState<{ message: Message; text: string }>()
  const [isSaving, setSaving] = useState(false)
  const text = writtenText(editing?.text ?? '')
  const maySave = editing !== undefined && text !== '' && text !== editing.message.content && !isSaving
  const save = async () => {
    if (!editing || !maySave) return
    const of = `chat.edit ${editing.message._id}`
    setSaving(true)
    try {
      await client.edit(editing.message, text)
      toast.settled(of)
      setEditing(undefined)
    } catch (error) {
      toast.error(error instanceof CannotSealError ? cannotSeal[error.reason] : errorText(error, words.editFailed), { of })
    } finally {
      setSaving(false)
    }
  }
  return { editing, setEditing, maySave, save }
}

/** Writing in one conversation: new messages, replies and edits. */
export const useComposer = (conversation: Conversation, onSent: () => void) => {
  const words = useWords(chatEn).composer
  const { client } = useChat()
  const { draft, latest, change } = useDraft(conversation._id)
  const [isSending, setSending] = useState(false)
  const edit = useEditing()

  const of = sendingIn(conversation._id)
  const post = async (sent: Draft, file?: File) => {
    client.typed(conversation._id, '')
    await client.send(conversation._id, sent, file)
    toast.settled(of)
    onSent()
  }
  const maySend = !isSending && (writtenText(draft.content) !== '' || draft.replyTo !== null)
  const send = async () => {
    const { content, replyTo, mentions } = latest.current
    const text = writtenText(content)
    if (isSending || (text === '' && replyTo === null)) return
    if (lengthOf(text) > limits.messageContent) return toast.error(words.tooLong(limits.messageContent), { of })
    setSending(true)
    change(blank)
    try {
      await post({ content: text, replyTo, mentions: stillNamed(text, mentions) })
    } catch (error) {
      restore({ content, replyTo, mentions, file: null })
      toast.error(errorText(error, words.sendFailed), { of })
    } finally {
      setSending(false)
    }
  }
  /** What was written comes back, before what has been typed since. */
  const restore = (refused: Returned) => change(withReturned(latest.current, refused))
  const sendFile = async (file: File) => {
    const { replyTo } = latest.current
    change({ replyTo: null })
    await post({ content: '', replyTo, mentions: [] }, file)
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
    isSending,
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
