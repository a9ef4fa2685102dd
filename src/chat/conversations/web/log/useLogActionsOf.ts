import { type RefObject, useMemo, useRef, useState } from 'react'
import { CallError } from '#web/api/callError.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import type { ComposerHandle } from '../composer/Composer.tsx'
import type { LogActions } from './logContext.ts'
import type { LogHandle } from './MessageLog.tsx'

/** The dialog or menu opened for one message. */
export type Opened = { what: 'menu' | 'emoji' | 'reactions' | 'readers' | 'report' | 'about'; message: Message }

type Handles = { log: RefObject<LogHandle | null>; composer: RefObject<ComposerHandle | null> }

/** The actions of a conversation's rows, and the dialog they have opened. */
export const useLogActionsOf = ({ type, whyNotWrite, isEncrypted }: Conversation, { log, composer }: Handles) => {
  const words = useWords(chatPaneEn)
  const { client, me } = useChat()
  const [opened, setOpened] = useState<Opened>()
  const latest = useRef({ words, me })
  latest.current = { words, me }
  // Each response contains an equal reason as a new object.
  const why = JSON.stringify(whyNotWrite)

  const actions = useMemo((): LogActions => {
    const show = (what: Opened['what']) => (message: Message) => setOpened({ what, message })
    const remove = async (message: Message) => {
      const { removal, removeFailed } = latest.current.words.actions
      if (!(await confirm({ ...removal, isDanger: true }))) return
      const of = `chat.remove ${message._id}`
      await client.remove(message).then(
        () => toast.settled(of),
        (error) => toast.error(errorText(error, removeFailed), { of }),
      )
    }
    const toggle = (message: Message, emoji: string) => {
      const isOn = message.reactions.some((each) => each.emoji === emoji && each.user._id === latest.current.me._id)
      // A reason from the server is shown; a failure to reach it is not (specification, section 8).
      const of = `chat.react ${message._id}`
      const tell = (error: unknown) => error instanceof CallError && error.isFromServer && toast.error(error.message, { of })
      void client.react(message, emoji, !isOn).then(() => toast.settled(of), tell)
    }
    return {
      type,
      isEncrypted,
      whyNotWrite: JSON.parse(why) as LogActions['whyNotWrite'],
      reply: (message) => composer.current?.reply(message),
      edit: (message) => composer.current?.edit(message),
      remove: (message) => void remove(message),
      toggle,
      pickEmoji: show('emoji'),
      showMenu: show('menu'),
      showReactions: show('reactions'),
      showReaders: show('readers'),
      report: show('report'),
      about: show('about'),
      jumpTo: ({ seq }) => void log.current?.jumpTo(seq),
    }
  }, [client, type, isEncrypted, why, log, composer])
  return { actions, opened, close: () => setOpened(undefined) }
}
