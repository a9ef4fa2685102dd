import { useState } from 'react'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { ChangedDevices } from './ChangedDevices.tsx'
import type { OpenDialog } from './dialogProps.ts'
import { OpenedDialog } from './OpenedDialog.tsx'
import { useOtherName } from './people.ts'
import { Standing } from './Standing.tsx'
import { useConversationEncryption, useDeviceState } from './useEncryption.ts'

type Of = { conversation: Conversation; onGo: (next: OpenDialog) => void }

/** Under the header of an encrypted chat: why it cannot be read or written here, and what changed about its members. */
export const ChatNotice = ({ conversation }: { conversation: Conversation }) => {
  const state = useConversationEncryption(conversation._id)
  const [opened, go] = useState<OpenDialog>()
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
  const name = useOtherName(conversation)
  if (device === 'unknown') return null
  if (device !== 'ready' && device !== 'recovery') return <Standing texts={words.closed} onGo={onGo} />
  if (!state) return null
  return (
    <>
      {state.cannotSend === 'noKey' && <Notice tone="info">{words.closed.noKey}</Notice>}
      {state.cannotSend === 'contradicted' && <Notice tone="warning">{words.closed.contradicted}</Notice>}
      {state.cannotSend === 'notSetUp' && (
        <Notice tone="info">{words.closed.notSetUp(conversation.type === 'private' ? name : words.member)}</Notice>
      )}
      <ChangedDevices conversation={conversation} state={state} onGo={onGo} />
    </>
  )
}
