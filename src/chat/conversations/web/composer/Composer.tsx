import { SendHorizontal, Smile } from 'lucide-react'
import { type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { useChatSlots } from '../chatSlots.ts'
import type { Refused } from '../client/chatClient.ts'
import { EditBar, ReplyBar, ReturnedFileBar } from './ComposerBars.tsx'
import { emojiPicker } from './emojiPickerScreen.ts'
import { insertText } from './insertText.ts'
import { TextInput } from './TextInput.tsx'
import { quotedOf, useComposer } from './useComposer.ts'

/** Actions that the message log and the outbox trigger in the composer. */
export type ComposerHandle = { reply: (message: Message) => void; edit: (message: Message) => void; restore: (refused: Refused) => void }

type ComposerProps = {
  conversation: Conversation
  handle: RefObject<ComposerHandle | null>
  onSent: () => void
  /** Starts editing one’s newest message, if it can be edited. */
  onEditLast: () => void
}

/** The field for writing messages, or the reason why the person may not write. */
export const Composer = ({ conversation, handle, onSent, onEditLast }: ComposerProps) => {
  const composer = useComposer(conversation, onSent)
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => requestAnimationFrame(() => field.current?.focus())
  useImperativeHandle(handle, () => ({
    reply: (message) => {
      composer.setEditing(undefined)
      composer.change({ replyTo: quotedOf(message) })
      focus()
    },
    edit: (message) => {
      composer.setEditing({ message, text: message.content ?? '' })
      focus()
    },
    restore: composer.restore,
  }))
  if (conversation.whyNotWrite) return <WhyNot reason={conversation.whyNotWrite.message} />
  const submit = () => void (composer.editing ? composer.save() : composer.send())
  const { replyTo } = composer.draft
  const { files, sendAgain, discard } = composer.returned
  return (
    <form
      className="flex shrink-0 flex-col gap-2 px-4 pt-1 pb-4 max-md:px-2 max-md:pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {files.map((file, at) => (
        <ReturnedFileBar
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none of them moves
          key={at}
          file={file}
          onSend={() => void sendAgain(file)}
          onDiscard={() => discard(file)}
        />
      ))}
      {composer.editing && <EditBar message={composer.editing.message} onCancel={() => composer.setEditing(undefined)} />}
      {!composer.editing && replyTo && <ReplyBar quoted={replyTo} onCancel={() => composer.change({ replyTo: null })} />}
      <Line {...{ conversation, composer, field, submit, onEditLast }} />
    </form>
  )
}

const WhyNot = ({ reason }: { reason: string }) => (
  <p className="shrink-0 border-line border-t bg-surface px-4 py-4 text-center text-muted wrap-anywhere">{reason}</p>
)

type LineProps = Pick<ComposerProps, 'conversation' | 'onEditLast'> & {
  composer: ReturnType<typeof useComposer>
  field: RefObject<HTMLTextAreaElement | null>
  submit: () => void
}

/** Where the attach button will be. */
const roomForButton = <span aria-hidden="true" className="size-9 shrink-0 max-md:size-11" />

const Line = ({ conversation, composer, field, submit, onEditLast }: LineProps) => {
  const words = useWords(chatPaneEn).composer
  const { attach } = useChatSlots()
  const [picks, setPicks] = useState(false)
  const insert = (emoji: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: composer.text.length,
      selectionEnd: composer.text.length,
    }
    const text = composer.text.slice(0, from) + emoji + composer.text.slice(to)
    insertText({ field, setText: composer.setText, text, caret: from + emoji.length })
  }
  const { editing } = composer
  return (
    <div className="flex items-end gap-1">
      {!editing && <Embed screen={attach} instead={roomForButton} conversation={conversation} onSend={composer.sendFile} />}
      <IconButton label={words.emoji} onPress={() => setPicks(true)}>
        <Smile />
      </IconButton>
      <TextInput conversation={conversation} composer={composer} field={field} onSubmit={submit} onEditLast={onEditLast} />
      <Button
        type="submit"
        variant="primary"
        icon={<SendHorizontal aria-hidden="true" />}
        // Keeps the focus in the text and, on a phone, the keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        isDisabled={!(editing ? composer.maySave : composer.maySend)}
        className="ml-1 max-md:px-3"
      >
        <span className="max-md:sr-only">{editing ? words.save : words.send}</span>
      </Button>
      {picks && <Embed screen={emojiPicker} onPick={insert} onClose={() => setPicks(false)} />}
    </div>
  )
}
