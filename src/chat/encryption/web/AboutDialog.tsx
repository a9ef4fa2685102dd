import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { ConversationDialogProps } from './dialogProps.ts'
import type { PersonNews } from './encryption.ts'
import { useNewsLine } from './news.ts'
import { useNameOf, useOtherId, useOtherName } from './people.ts'
import { useConversationEncryption } from './useEncryption.ts'

/** The dialog behind the lock of a chat: who can read it, how certain that is, and what only the server claims. */
export const AboutDialog = ({ conversation, onGo, onClose }: ConversationDialogProps) => {
  const words = useWords(encryptionEn)
  const state = useConversationEncryption(conversation._id)
  const isPrivate = conversation.type === 'private'
  return (
    <Dialog title={words.about.title} isOpen onClose={onClose}>
      <p>{words.about.text}</p>
      {isPrivate && <Verified conversation={conversation} />}
      <Readers conversation={conversation} />
      {state && state.news.length > 0 && <Changes conversation={conversation} news={state.news} />}
      <ServerFacts />
      <DialogActions>
        <Button onPress={onClose}>{words.close}</Button>
        {isPrivate && (
          <Button variant="primary" onPress={() => onGo({ name: 'safety', conversation })}>
            {words.about.compare}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

type Of = Pick<ConversationDialogProps, 'conversation'>

/** Returns the name at the time of comparing if it has changed since. */
const useFormerName = (conversation: ConversationDialogProps['conversation']): string | null => {
  const name = useOtherName(conversation)
  const verifiedName = useConversationEncryption(conversation._id)?.verifiedName ?? null
  return verifiedName === name ? null : verifiedName
}

const Verified = ({ conversation }: Of) => {
  const words = useWords(encryptionEn).about
  const name = useOtherName(conversation)
  const formerName = useFormerName(conversation)
  const state = useConversationEncryption(conversation._id)
  if (!state) return null
  const Icon = state.isVerified ? ShieldCheck : ShieldAlert
  return (
    <section className="mt-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon aria-hidden="true" className={`size-5 ${state.isVerified ? 'text-success-text' : 'text-muted'}`} />
        {state.isVerified ? words.verified : words.notVerified}
      </h3>
      <p className="wrap-anywhere">{state.isVerified ? words.verifiedText(name) : words.notVerifiedText(name)}</p>
      {formerName !== null && <p className="font-medium wrap-anywhere">{words.renamed(formerName)}</p>}
      {state.wasVerified && <p>{words.changed}</p>}
    </section>
  )
}

const shownAtMost = 100

const Readers = ({ conversation }: Of) => {
  const words = useWords(encryptionEn).about
  const nameOf = useNameOf(conversation)
  const otherId = useOtherId(conversation)
  const formerName = useFormerName(conversation)
  const { participants } = conversation
  // The people for whom messages are encrypted, not those whom the server lists.
  const readers = useConversationEncryption(conversation._id)?.readers ?? []
  const shown = (readers.length > 0 ? readers : participants.map(({ user }) => user._id)).slice(0, shownAtMost)
  const more = Math.max(readers.length, readers.length > 0 ? 0 : conversation.participantCount) - shown.length
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.readers}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {shown.map((userId) => (
          <li key={userId} dir="auto" className="wrap-anywhere">
            {nameOf(userId)}
            {userId === otherId && formerName !== null && ` (${words.was(formerName)})`}
          </li>
        ))}
        {more > 0 && <li className="text-muted">{words.readersMore(more)}</li>}
      </ul>
    </section>
  )
}

const Changes = ({ conversation, news }: Of & { news: readonly PersonNews[] }) => {
  const words = useWords(encryptionEn).about
  const lineOf = useNewsLine(conversation)
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.news}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5 wrap-anywhere">
        {news.map((each) => (
          <li key={each.userId}>{lineOf(each)}</li>
        ))}
      </ul>
    </section>
  )
}

const ServerFacts = () => {
  const words = useWords(encryptionEn).about
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.server}</h3>
      <p>{words.serverText}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {words.serverFacts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  )
}
