import { useState } from 'react'
import { attachmentScreen } from '#chat/attachments/web/attachmentScreens.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import { EncryptedContent } from './EncryptedContent.tsx'

type Props = { message: MonitoredMessage }

const Quote = ({ replyTo }: { replyTo: NonNullable<MonitoredMessage['replyTo']> }) => {
  const words = useWords(moderationEn).message
  const unsaid = replyTo.encryption !== undefined ? words.replyEncrypted : words.replyFile
  const said = replyTo.isDeleted ? words.replyGone : (replyTo.content ?? unsaid)
  return (
    <blockquote dir="auto" className="border-line-strong border-l-2 pl-3 text-left text-muted text-sm wrap-anywhere">
      <span className="font-medium">{words.reply(replyTo.sender.name)}</span> {said}
    </blockquote>
  )
}

/** Opening another person's file is recorded, so it opens only on a press and never automatically. */
const File = ({ message }: Props) => {
  const words = useWords(moderationEn).message
  const [isShown, setShown] = useState(false)
  if (!message.attachment) return null
  if (isShown) return <Embed screen={attachmentScreen} message={message} />
  const { originalName, size } = message.attachment
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{words.file(originalName, size)}</span>
      <Button onPress={() => setShown(true)}>{words.showFile}</Button>
    </p>
  )
}

const Versions = ({ message: { versions } }: Props) => {
  const words = useWords(moderationEn).message
  const [isOpen, setOpen] = useState(false)
  if (versions.length === 0) return null
  return (
    <div>
      <Button variant="quiet" className="-ml-4" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isOpen ? words.hideEdits : words.showEdits(versions.length)}
      </Button>
      {isOpen && (
        <ol className="flex flex-col gap-2 border-line border-l-2 pl-3">
          {versions.map(({ content, writtenBy, replacedAt }) => (
            <li key={replacedAt}>
              <p className="text-muted text-sm">{words.version(writtenBy.name, replacedAt)}</p>
              <LinkedText text={content} className="text-left" />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** Returns whether the content was erased. */
export const isErased = ({ isDeleted, content, attachment, encryption }: MonitoredMessage): boolean =>
  isDeleted && content === null && attachment === null && !encryption

const Deleted = ({ message }: Props) => {
  const words = useWords(moderationEn).message
  const { deletedAt, deletedBy } = message
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
      <span>{deletedBy && deletedAt ? words.deletedBy(deletedBy.name, deletedAt) : words.deleted}</span>
      {!isErased(message) && <Badge tone="warning">{words.kept}</Badge>}
    </p>
  )
}

/** The current and earlier content of a message; for a deleted one, the content kept as evidence. */
export const MessageContent = ({ message }: Props) => (
  <>
    {message.isDeleted && <Deleted message={message} />}
    {message.replyTo && <Quote replyTo={message.replyTo} />}
    {message.encryption === undefined ? <File message={message} /> : <EncryptedContent message={message} />}
    {message.content && <LinkedText text={message.content} className="text-left" />}
    <Versions message={message} />
  </>
)
