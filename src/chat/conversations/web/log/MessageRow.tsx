import { Lock } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type Ref, useEffect, useRef, useState } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import { previewOf } from '../../conversations.preview.policy.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { Row } from '../client/chatClient.ts'
import { useDayName, useSaid } from '../conversationFacts.ts'
import { useLogActions } from './logContext.ts'
import { BlockedBody, MessageBody } from './MessageBody.tsx'
import { MessageToolbar } from './MessageToolbar.tsx'
import { PendingBody } from './PendingBody.tsx'
import { Reactions } from './Reactions.tsx'
import { ReadMark } from './ReadMark.tsx'
import { beginsDay, beginsGroup, createdAt } from './rows.ts'

type ContentProps = {
  row: Row
  before: Row | undefined
  /** True for the first unread message. */
  isNewStart: boolean
  /** True for the first message after the conversation was encrypted. */
  isEncryptedStart: boolean
  isFocusStop: boolean
  isMarked: boolean
  isBlocked: boolean
  isLast: boolean
}

export type MessageRowProps = ContentProps & { index: number; start: number; measure: Ref<HTMLDivElement> }

/** Positions one row of the log. Scrolling moves all rows in most frames, but does not change their content. */
export const MessageRow = memo(({ index, start, measure, ...content }: MessageRowProps) => (
  <div ref={measure} data-index={index} className="absolute inset-x-0 px-4 hover:z-10 focus-within:z-10 max-md:px-3" style={{ top: start }}>
    <RowContent {...content} />
  </div>
))

/** A message with the day and the unread marker above it. */
const RowContent = memo(({ isNewStart, isEncryptedStart, ...props }: ContentProps) => {
  const words = useWords(chatPaneEn).log
  const dayName = useDayName()
  const { row, before } = props
  const startsGroup = beginsGroup(row, before, useChat().me) || isNewStart || isEncryptedStart
  return (
    <div className={startsGroup ? 'pt-3' : 'pt-0.5'}>
      {beginsDay(row, before) && (
        <p className="my-2 text-center text-muted text-xs">
          <time dateTime={createdAt(row)} className="rounded-full bg-tint px-3 py-1 text-ink">
            {dayName(createdAt(row))}
          </time>
        </p>
      )}
      {isEncryptedStart && (
        <p className="my-2 flex items-center justify-center gap-1.5 text-center text-muted text-xs">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          {words.encryptedFromHere}
        </p>
      )}
      {isNewStart && (
        <p className="my-2 flex items-center gap-3 font-medium text-error-text text-xs before:flex-1 before:border-error-text before:border-t after:flex-1 after:border-error-text after:border-t">
          {words.newMessages}
        </p>
      )}
      {row.message ? (
        <Sent {...props} message={row.message} startsGroup={startsGroup} />
      ) : (
        <div className={`ml-auto flex w-fit flex-col items-end ${roomForTools} ${widthBesideTools(false)}`}>
          <PendingBody pending={row.pending} />
        </div>
      )}
    </div>
  )
})

type SentProps = Omit<ContentProps, 'isNewStart' | 'isEncryptedStart'> & { message: Message; startsGroup: boolean }

const lingerMs = 120

/** Shows the actions on hover and focus; on a phone, a press opens them as a sheet. */
const useActionsShown = (message: Message) => {
  const isNarrow = useIsNarrow()
  const { showMenu } = useLogActions()
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const handlers = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => {
      clearTimeout(leaving.current)
      if (pointerType !== 'touch') setPointedAt(true)
    },
    // The pointer may leave the row on its way from the message to its actions.
    onPointerLeave: () => {
      leaving.current = setTimeout(() => setPointedAt(false), lingerMs)
    },
    onFocus: ({ target }: { target: Element }) => setFocus(target.matches(':focus-visible')),
    onBlur: () => setFocus(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      showMenu(message)
    },
    onClick: (event: MouseEvent) => {
      const isTouch = isNarrow || (event.nativeEvent as PointerEvent).pointerType === 'touch'
      const isControl = (event.target as Element).closest('a, button')
      if (isTouch && !isControl && !message.isDeleted && window.getSelection()?.isCollapsed !== false) showMenu(message)
    },
  }
  return { isShown: !isNarrow && (isPointedAt || hasFocus), handlers }
}

const roomForTools = '[--tools:2.75rem] @xl:[--tools:11rem]'

/**
 * Returns the maximum width of a message that leaves room for its actions and its sender's picture. On a phone, the actions are
 * in a sheet. A message that is being sent has no actions yet, and the same width, so that it does not change when it is sent.
 */
const widthBesideTools = (hasPicture: boolean): string =>
  hasPicture ? 'max-w-[88%] md:max-w-[min(80%,100%_-_2.5rem_-_var(--tools))]' : 'max-w-[88%] md:max-w-[min(80%,100%_-_var(--tools))]'

const Sent = ({ message, startsGroup, isFocusStop, isMarked, isBlocked, isLast }: SentProps) => {
  const words = useWords(chatPaneEn)
  const { me } = useChat()
  const { type } = useLogActions()
  const { isShown, handlers } = useActionsShown(message)
  const isMine = message.sender._id === me._id
  const showsPerson = !isMine && type === 'group'
  const text = previewOf(useSaid()(message))
  return (
    <article
      aria-label={words.actions.of(isMine ? words.message.you : message.sender.name, text)}
      data-message={message.seq}
      tabIndex={isFocusStop ? 0 : -1}
      {...handlers}
      className={`flex gap-2 rounded-lg ${roomForTools} ${isMarked ? 'bg-highlight [&_.text-muted]:text-ink' : ''} ${isMine ? 'justify-end' : ''}`}
    >
      {showsPerson && <SenderPicture message={message} isShown={startsGroup} />}
      <div className={`relative flex min-w-0 flex-col ${widthBesideTools(showsPerson)} ${isMine ? 'items-end' : 'items-start'}`}>
        {showsPerson && startsGroup && (
          <p dir="auto" className="mb-0.5 font-medium text-muted text-sm wrap-anywhere">
            {message.sender.name}
          </p>
        )}
        {isBlocked ? <BlockedBody message={message} /> : <MessageBody message={message} isMine={isMine} />}
        {!isBlocked && <Reactions message={message} />}
        {isMine && isLast && <ReadMark message={message} />}
        {isShown && <MessageToolbar message={message} isMine={isMine} />}
      </div>
    </article>
  )
}

const SenderPicture = ({ message: { sender }, isShown }: { message: Message; isShown: boolean }) =>
  isShown ? <Avatar id={sender._id} name={sender.name} src={sender.profilePicture} className="size-8" /> : <span className="w-8 shrink-0" />
