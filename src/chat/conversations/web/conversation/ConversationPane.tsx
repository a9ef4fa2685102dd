import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useConnection } from '#web/api/connection.ts'
import { useStore } from '#web/api/store.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useToastsAbove } from '#web/ui/useToastsAbove.ts'
import { chatPolicy } from '../../conversations.policy.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useChatSlots } from '../chatSlots.ts'
import { Composer, type ComposerHandle } from '../composer/Composer.tsx'
import { LogActionsProvider, LogConversationProvider } from '../log/logContext.ts'
import { type LogHandle, MessageLog } from '../log/MessageLog.tsx'
import { OpenedDialog } from '../log/OpenedDialog.tsx'
import { TypingLine } from '../log/TypingLine.tsx'
import { useLogActionsOf } from '../log/useLogActionsOf.ts'
import { ConversationHeader } from './ConversationHeader.tsx'

export type PaneProps = { conversation: Conversation; composer: RefObject<ComposerHandle | null>; onBack: () => void }

/** Jumps to the message named in the URL, for links from a search or a notification. */
const useMessageInAddress = (log: RefObject<LogHandle | null>, isLoaded: boolean): void => {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const seq = Number(parameters.get('m') ?? Number.NaN)
  useEffect(() => {
    if (!isLoaded || !Number.isInteger(seq)) return
    void log.current?.jumpTo(seq)
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('m')
        return after
      },
      { replace: true, state },
    )
  }, [isLoaded, seq, log, state, setParameters])
}

/** One conversation: header, messages, composer. */
export const ConversationPane = ({ conversation, composer, onBack }: PaneProps) => {
  const { client, me } = useChat()
  const { encryptionNotice } = useChatSlots()
  const log = useRef<LogHandle>(null)
  const { actions, opened, close } = useLogActionsOf(conversation, { log, composer })
  const toastsAbove = useToastsAbove()
  const { isLost } = useConnection()
  const { _id } = conversation
  useEffect(() => {
    client.open(_id)
    return () => client.open(null)
  }, [client, _id])
  const rows = useStore(useMemo(() => client.log(_id), [client, _id])).rows
  useMessageInAddress(log, rows.length > 0)
  const onSent = useCallback(() => void log.current?.toEnd(), [])
  const editLast = () => {
    const mine = rows.findLast(({ message }) => message?.sender._id === me._id && !message.isDeleted)?.message
    if (mine && !mine.unreadable && chatPolicy.whyNotEdit(me, mine, new Date()) === undefined) actions.edit(mine)
  }
  return (
    <LogActionsProvider value={actions}>
      <LogConversationProvider value={conversation}>
        <ConversationHeader conversation={conversation} onBack={onBack} />
        <Embed screen={encryptionNotice} conversation={conversation} />
        <MessageLog conversation={conversation} handle={log} />
        <TypingLine conversationId={_id} />
        {/* The line about the lost connection is here (OfflineHost.tsx). */}
        {isLost && <div className="h-12 shrink-0" />}
        <div ref={toastsAbove} className="shrink-0">
          <Composer conversation={conversation} handle={composer} onSent={onSent} onEditLast={editLast} />
        </div>
        {opened && <OpenedDialog opened={opened} onClose={close} />}
      </LogConversationProvider>
    </LogActionsProvider>
  )
}
