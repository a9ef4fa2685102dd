import { useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useChatSlots } from '../chatSlots.ts'
import { Bubble } from './Bubble.tsx'
import { Marks } from './Marks.tsx'
import { MessageText } from './MessageText.tsx'
import { ReplyQuote } from './ReplyQuote.tsx'

type BodyProps = { message: Message; isMine: boolean }

/** The time a message was sent, and whether it was edited. */
const Footer = ({ message, isMine }: BodyProps) => {
  const words = useWords(chatPaneEn).message
  const { createdAt, isEdited, editedAt, editedBy } = message
  return (
    <p className={`flex flex-wrap justify-end gap-x-1 text-xs ${isMine ? 'text-primary-text' : 'text-muted'}`}>
      {isEdited && <span title={editedAt ? words.editedAt(editedAt) : undefined}>{words.edited}</span>}
      {editedBy && <span className="wrap-anywhere">{words.editedBy(editedBy.name)}</span>}
      <time dateTime={createdAt} title={words.on(createdAt)}>
        {words.at(createdAt)}
      </time>
    </p>
  )
}

/** The content of a message: quote, file, text, time. */
export const MessageBody = ({ message, isMine }: BodyProps) => {
  const { deleted } = useWords(chatEn).message
  const words = useWords(chatPaneEn).message
  const { attachment } = useChatSlots()
  if (message.isDeleted)
    return (
      <Bubble isMine={isMine} isQuiet>
        {deleted}
      </Bubble>
    )
  if (message.unreadable)
    return (
      <Bubble isMine={isMine} isQuiet>
        <p>{words.unreadable[message.unreadable]}</p>
        <Marks message={message} isMine={false} />
        <Footer message={message} isMine={false} />
      </Bubble>
    )
  return (
    <Bubble isMine={isMine}>
      {message.replyTo && <ReplyQuote quoted={message.replyTo} />}
      {message.attachment && (
        <Embed
          screen={attachment}
          message={message}
          instead={<p className="wrap-anywhere">{words.file(message.attachment.originalName, message.attachment.size)}</p>}
        />
      )}
      {message.content !== null && message.content !== '' && <MessageText text={message.content} mentions={message.mentions} />}
      <Marks message={message} isMine={isMine} />
      <Footer message={message} isMine={isMine} />
    </Bubble>
  )
}

/** Collapsed until the reader chooses to see it. */
export const BlockedBody = ({ message }: { message: Message }) => {
  const { blocked } = useWords(chatEn).message
  const words = useWords(chatPaneEn).message
  const [isShown, setShown] = useState(false)
  return (
    <>
      {!isShown && (
        <Bubble isMine={false} isQuiet>
          {blocked}
        </Bubble>
      )}
      {isShown && <MessageBody message={message} isMine={false} />}
      <PlainButton
        aria-expanded={isShown}
        onPress={() => setShown(!isShown)}
        className="min-h-8 cursor-pointer self-start rounded-sm text-sm underline underline-offset-4 max-md:min-h-11"
      >
        {isShown ? words.hide : words.show}
      </PlainButton>
    </>
  )
}
