import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import { webEn } from '#web/web.en.ts'
import { useWords } from '#web/words.ts'
import { chatEn } from '../conversations.en.ts'
import { useChat } from './chatContext.ts'
import type { Refused } from './client/chatClient.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import { blank, sendingIn, withReturned } from './composer/returned.ts'

/** Returns rejected content to its composer, with the reason. */
export const useRefused = (openId: string | null, composer: RefObject<ComposerHandle | null>): void => {
  const words = useWords(chatEn).message
  const { failed } = useWords(webEn).calls
  const { client } = useChat()
  const latest = useRef<(refused: Refused) => void>(() => undefined)
  const textOf = ({ conversation, file, message }: Refused): string => {
    if (conversation === openId) return file ? failed(words.attachFailed, message) : message
    const name = client.conversations.get().items.find(({ _id }) => _id === conversation)?.name ?? ''
    return file ? failed(words.attachFailedIn(name), message) : words.refusedIn(name, message)
  }
  latest.current = (refused) => {
    const { conversation } = refused
    toast.error(textOf(refused), { of: sendingIn(conversation) })
    if (conversation === openId && composer.current) return composer.current.restore(refused)
    const keep = (draft = blank) => client.draft.write(conversation, withReturned(draft, refused))
    client.draft.read(conversation).then(
      (draft) => keep(draft ?? blank),
      () => keep(),
    )
  }
  useEffect(() => client.onRefused((refused) => latest.current(refused)), [client])
}
