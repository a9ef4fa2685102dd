import { Lock, LockOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { OpenDialog } from './dialogProps.ts'
import { OpenedDialog } from './OpenedDialog.tsx'
import { useConversationEncryption, useDeviceState } from './useEncryption.ts'

const look =
  'inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink'

type HeaderLineProps = {
  conversation: Conversation
  /** The line shown in the header of an unencrypted conversation. */
  children?: ReactNode
}

/** In the header of a chat: says that it is encrypted, or how to encrypt it. */
export const HeaderLine = ({ conversation, children }: HeaderLineProps) => {
  const words = useWords(encryptionEn).header
  const state = useConversationEncryption(conversation._id)
  const device = useDeviceState()
  const [opened, go] = useState<OpenDialog>()
  // A chat known to be encrypted is shown as encrypted, regardless of what the server claims.
  const isEncrypted = conversation.isEncrypted || state?.isEncrypted === true
  const mayEncrypt = state?.whyNotEnable === null && device !== 'unavailable'
  return (
    <>
      {isEncrypted ? (
        <PlainButton className={look} onPress={() => go({ name: 'about', conversation })}>
          <Lock aria-hidden="true" className="size-4 shrink-0" />
          <span>
            <span className="max-md:sr-only">{words.encrypted}</span>
            <span aria-hidden="true" className="md:hidden">
              {words.encryptedShort}
            </span>
            {state?.isVerified && `, ${words.verified}`}
            <span className="sr-only">{words.about}</span>
          </span>
        </PlainButton>
      ) : (
        <>
          {children}
          {state && (
            <PlainButton className={look} onPress={() => go({ name: 'enable', conversation })}>
              <LockOpen aria-hidden="true" className={`size-4 shrink-0 ${mayEncrypt ? '' : 'md:hidden'}`} />
              {/* Shortened to fit two lines on a phone. */}
              <span className="max-md:sr-only">{mayEncrypt ? words.encrypt : words.whyNot}</span>
            </PlainButton>
          )}
        </>
      )}
      <OpenedDialog opened={opened} onGo={go} />
    </>
  )
}
