import { useState } from 'react'
import type { Conversation } from '#chat/conversations/chat.shapes.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { ChangedDevices } from './ChangedDevices.tsx'
import { useDevices } from './encryption.queries.ts'
import { NotHere } from './NotHere.tsx'
import { type Opened, OpenedDialog } from './OpenedDialog.tsx'
import { noteUsedHere, useUsedHere } from './usedHere.ts'
import { useConversationEncryption, useDeviceState } from './useEncryption.ts'

type Of = { conversation: Conversation; onGo: (next: Opened) => void }

/** Under the header of an encrypted chat: why it cannot be read or written here, whose devices have changed, and the recovery code that is missing. */
export const ChatNotice = ({ conversation }: { conversation: Conversation }) => {
  const state = useConversationEncryption(conversation._id)
  const [opened, go] = useState<Opened>()
  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 px-4 py-2 empty:hidden max-md:px-2">
        {(conversation.isEncrypted || state?.isEncrypted) && <Said conversation={conversation} onGo={go} />}
      </div>
      <OpenedDialog opened={opened} onGo={go} />
    </>
  )
}

const Said = ({ conversation, onGo }: Of) => {
  const words = useWords(encryptionEn)
  const device = useDeviceState()
  const state = useConversationEncryption(conversation._id)
  if (device === 'unavailable') return <Notice tone="warning">{words.unavailable}</Notice>
  if (device === 'none')
    return (
      <Notice tone="info">
        <NotHere text={words.closed.none} onGo={onGo} />
      </Notice>
    )
  if (device === 'unknown' || !state) return null
  return (
    <>
      {state.cannotSend === 'noKey' && <Notice tone="info">{words.closed.noKey}</Notice>}
      <ChangedDevices conversation={conversation} state={state} onGo={onGo}>
        {device === 'ready' && <CodeOffer onGo={onGo} />}
      </ChangedDevices>
    </>
  )
}

/** Once somebody has an encrypted chat, a code is offered until they have one or put it off. */
const CodeOffer = ({ onGo }: Pick<Of, 'onGo'>) => {
  const words = useWords(encryptionEn).recovery
  const userId = useSession()?.user._id ?? ''
  const { isPutOff } = useUsedHere(userId)
  const devices = useDevices(!isPutOff).data
  if (isPutOff || !devices || devices.items.some(({ kind }) => kind === 'recovery')) return null
  return (
    <Notice tone="info">
      <p>{words.offer}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onPress={() => onGo({ name: 'recovery' })}>{words.get}</Button>
        <Button variant="quiet" onPress={() => noteUsedHere(userId, { isPutOff: true })}>
          {words.later}
        </Button>
      </div>
    </Notice>
  )
}
