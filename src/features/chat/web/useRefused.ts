import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '#web/ui/toast.ts'
import { webEn } from '#web/web.en.ts'
import { useWords } from '#web/words.ts'
import { chatEn } from '../chat.en.ts'
import { useChat } from './chatContext.ts'
import type { ComposerHandle } from './composer/Composer.tsx'
import type { Refused } from './delivery/chatClient.ts'

/** What was refused for good comes back to where it was written, with the reason. */
export const useRefused = (openId: string | null, composer: RefObject<ComposerHandle | null>): void => {
  const words = useWords(chatEn).composer
  const { failed } = useWords(webEn).calls
  const { client } = useChat()
  const latest = useRef<(refused: Refused) => void>(() => undefined)
  latest.current = (refused) => {
    const { conversation, content, replyTo, mentions, file, message } = refused
    if (file) toast.error(failed(words.attachFailed, message))
    if (conversation === openId) {
      composer.current?.restore(refused)
      if (!file) toast.error(message)
      return
    }
    const name = client.conversations.get().items.find(({ _id }) => _id === conversation)?.name ?? ''
    if (!file) toast.error(words.refusedIn(name, message))
    void client.draft.read(conversation).then((kept) => kept ?? client.draft.write(conversation, { content, replyTo, mentions }))
  }
  useEffect(() => client.onRefused((refused) => latest.current(refused)), [client])
}
