import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { NewDevices } from './encryption.ts'
import type { OfConversation } from './OpenedDialog.tsx'
import { useNameOf, useOtherName } from './people.ts'
import { useConversationEncryption } from './useEncryption.ts'

/** What opens behind the lock of a chat: who can read it, and how sure one can be. */
export const AboutDialog = ({ conversation, onGo, onClose }: OfConversation) => {
  const words = useWords(encryptionEn)
  const state = useConversationEncryption(conversation._id)
  const isPrivate = conversation.type === 'private'
  return (
    <Dialog title={words.about.title} isOpen onClose={onClose}>
      <p>{words.about.text}</p>
      {isPrivate && <Verified conversation={conversation} />}
      <Readers conversation={conversation} />
      {state && state.newDevices.length > 0 && <Added conversation={conversation} people={state.newDevices} />}
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

type Of = Pick<OfConversation, 'conversation'>

const Verified = ({ conversation }: Of) => {
  const words = useWords(encryptionEn).about
  const name = useOtherName(conversation)
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
      {state.wasVerified && <p>{words.changed}</p>}
    </section>
  )
}

const Readers = ({ conversation }: Of) => {
  const words = useWords(encryptionEn).about
  const nameOf = useNameOf(conversation)
  const { participants, participantCount } = conversation
  const more = participantCount - participants.length
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.readers}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {participants.map(({ user }) => (
          <li key={user._id} dir="auto" className="wrap-anywhere">
            {nameOf(user._id)}
          </li>
        ))}
        {more > 0 && <li className="text-muted">{words.readersMore(more)}</li>}
      </ul>
    </section>
  )
}

const Added = ({ conversation, people }: Of & { people: readonly NewDevices[] }) => {
  const words = useWords(encryptionEn).about
  const nameOf = useNameOf(conversation)
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{words.newDevices}</h3>
      <ul className="wrap-anywhere">
        {people.flatMap(({ userId, devices }) =>
          devices.map(({ deviceId, kind, createdAt }) => (
            <li key={deviceId}>{words[kind === 'recovery' ? 'sinceCode' : 'since'](nameOf(userId), createdAt)}</li>
          )),
        )}
      </ul>
    </section>
  )
}
