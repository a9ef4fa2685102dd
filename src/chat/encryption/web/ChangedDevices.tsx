import type { ReactNode } from 'react'
import type { Conversation } from '#chat/conversations/chat.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { useDoing } from './encryption.queries.ts'
import type { ConversationEncryption, NewDevices } from './encryption.ts'
import type { Opened } from './OpenedDialog.tsx'
import { useNameOf, useOtherName } from './people.ts'
import { useUsedHere } from './usedHere.ts'
import { useEncryption } from './useEncryption.ts'

type Changed = {
  conversation: Conversation
  state: ConversationEncryption
  onGo: (next: Opened) => void
  /** Stands there instead where there is nothing to say: a phone has no room for both. */
  children?: ReactNode
}

/** More people than that are counted. */
const namedAtMost = 3

const useLines = (conversation: Conversation) => {
  const words = useWords(encryptionEn).changes
  const me = useSession()?.user
  const nameOf = useNameOf(conversation)
  const lineOf = ({ userId, devices }: NewDevices): string => {
    const isCode = devices.every(({ kind }) => kind === 'recovery')
    if (userId === me?._id) return isCode ? words.yourCode : words.yourBrowser
    return (isCode ? words.code : words.browser)(nameOf(userId))
  }
  return (people: readonly NewDevices[]): string[] =>
    people.length > namedAtMost ? [words.many(people.length)] : people.map((each) => lineOf(each))
}

/** Without the own devices of which the person has said here that they are theirs. */
const useUntold = ({ newDevices }: ConversationEncryption): readonly NewDevices[] => {
  const userId = useSession()?.user._id ?? ''
  const { answered } = useUsedHere(userId)
  return newDevices.filter((each) => each.userId !== userId || !each.devices.every(({ deviceId }) => answered.includes(deviceId)))
}

/** Says whose devices are new. In a chat that was verified nothing is sent until the person has decided. */
export const ChangedDevices = ({ conversation, state, onGo, children }: Changed) => {
  const words = useWords(encryptionEn).changes
  const encryption = useEncryption()
  const accept = useDoing(() => encryption.acceptDevices(conversation._id), { failure: words.failed })
  const lines = useLines(conversation)(useUntold(state))
  const waits = state.cannotSend === 'devicesChanged'
  const verified = useVerifiedLine(conversation, state)
  if (lines.length === 0 && !waits) return children
  const compare = () => onGo({ name: 'safety', conversation })
  return (
    <Notice tone={waits ? 'warning' : 'info'}>
      {waits ? (
        <p>
          {verified} {words.waits}
        </p>
      ) : (
        lines.map((line) => <p key={line}>{line}</p>)
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {conversation.type === 'private' && <Button onPress={compare}>{waits ? words.compareShort : words.compare}</Button>}
        <Button variant={waits ? 'secondary' : 'quiet'} isPending={accept.isPending} onPress={() => accept.mutate()}>
          {waits ? words.send : words.dismiss}
        </Button>
      </div>
    </Notice>
  )
}

const useVerifiedLine = (conversation: Conversation, { newDevices }: ConversationEncryption): string => {
  const words = useWords(encryptionEn).changes
  const me = useSession()?.user
  const name = useOtherName(conversation)
  const isMine = newDevices.length > 0 && newDevices.every(({ userId }) => userId === me?._id)
  return isMine ? words.yourVerified : words.verified(name)
}
