import type { ReactNode } from 'react'
import type { Mark } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Conversation, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { aboutMessageEn } from '../encryption.message.en.ts'

type AboutProps = { message: Message; conversation: Conversation; onClose: () => void }

/** Shows what encryption proves about one message, what its sender's device claims, and what only the server claims. */
export const AboutMessage = ({ message, conversation, onClose }: AboutProps) => {
  const words = useWords(aboutMessageEn)
  const quoteMarks = message.replyTo?.marks ?? []
  return (
    <Dialog title={words.title} size="small" isOpen onClose={onClose}>
      <Author message={message} />
      {message.marks && message.marks.length > 0 && <Marks title={words.marks} marks={message.marks} />}
      {quoteMarks.length > 0 && <Marks title={words.quoted} marks={quoteMarks} />}
      {message.claimedAt !== undefined && (
        <Facts title={words.claimed}>
          <li>{words.claimedAt(new Date(message.claimedAt).toISOString())}</li>
        </Facts>
      )}
      <ServerFacts message={message} conversation={conversation} />
      <DialogActions>
        <Button onPress={onClose}>{words.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4 first:mt-0">
    <h3 className="font-semibold">{title}</h3>
    <ul className="flex flex-col gap-1 wrap-anywhere">{children}</ul>
  </section>
)

/** Marks that mean the signature of a message does not prove its author. */
const disproving = new Set<Mark>(['unproven', 'notEncrypted'])

const isProven = ({ encryption, unreadable, marks = [] }: Message): boolean =>
  Boolean(encryption) && !unreadable && !marks.some((mark) => disproving.has(mark))

const Author = ({ message }: Pick<AboutProps, 'message'>) => {
  const words = useWords(aboutMessageEn)
  const isMine = useSession()?.user._id === message.sender._id
  const { sender, editedBy, encryption, unreadable } = message
  if (!isProven(message))
    return (
      <Facts title={words.notProven}>
        <li>{isMine ? words.serverSaysByYou : words.serverSaysBy(sender.name)}</li>
        {unreadable && <li>{words.unreadable}</li>}
      </Facts>
    )
  const isByAnother = editedBy !== null && encryption?.writtenBy === editedBy._id && editedBy._id !== sender._id
  return (
    <Facts title={words.proven}>
      {isByAnother ? <li>{words.editedBy(editedBy.name)}</li> : <li>{isMine ? words.writtenByYou : words.writtenBy(sender.name)}</li>}
    </Facts>
  )
}

const Marks = ({ title, marks }: { title: string; marks: readonly Mark[] }) => {
  const words = useWords(aboutMessageEn).mark
  return (
    <Facts title={title}>
      {marks.map((mark) => (
        <li key={mark}>{words[mark]}</li>
      ))}
    </Facts>
  )
}

const ServerFacts = ({ message, conversation }: Pick<AboutProps, 'message' | 'conversation'>) => {
  const words = useWords(aboutMessageEn)
  const me = useSession()?.user
  const { sender, seq, createdAt, editedAt, reactions } = message
  const people = [...new Set(reactions.map(({ user }) => user.name))]
  const readers = conversation.participants.filter(({ user, readSeq }) => user._id !== sender._id && readSeq >= seq).length
  const isMine = sender._id === me?._id
  return (
    <Facts title={words.server}>
      <li>{words.received(createdAt)}</li>
      {!isMine && <li>{words.name(sender.name)}</li>}
      {editedAt && <li>{words.edited(editedAt)}</li>}
      {people.length > 0 && <li>{words.reactions(people)}</li>}
      {isMine && readers > 0 && <li>{conversation.type === 'private' ? words.read : words.readBy(readers)}</li>}
      <li className="text-muted">{words.serverHint}</li>
    </Facts>
  )
}
