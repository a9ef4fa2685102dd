import { ArrowLeft, Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { download } from '#web/api/download.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { moderationApi } from '../moderation.contract.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredConversation } from '../moderation.shapes.contract.ts'
import { GroupMenu } from './GroupMenu.tsx'
import { useConversation } from './moderation.queries.ts'
import { TranscriptLog } from './TranscriptLog.tsx'
import { useMessageActions } from './useMessageActions.tsx'
import { type Transcript, useTranscript } from './useTranscript.ts'

const Export = ({ id }: { id: string }) => {
  const words = useWords(moderationEn).pane
  const [isRunning, setRunning] = useState(false)
  const run = () => {
    setRunning(true)
    download(moderationApi.download, { params: { id } })
      .then(() => toast.settled(words.exportFailed))
      .catch((error: unknown) => toast.error(errorText(error, words.exportFailed), { of: words.exportFailed }))
      .finally(() => setRunning(false))
  }
  return (
    <Button icon={<Download />} isPending={isRunning} pendingText={words.exporting} onPress={run}>
      {words.export}
    </Button>
  )
}

type HeaderProps = { conversation: MonitoredConversation; transcript: Transcript; onClose: () => void }

const Header = ({ conversation, transcript, onClose }: HeaderProps) => {
  const words = useWords(moderationEn)
  const { _id, type, name, description, participantCount, messageCount, isEncrypted } = conversation
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line border-b pb-3">
      <div className="flex min-w-0 flex-1 basis-[14rem] items-start gap-1">
        <IconButton label={words.pane.back} onPress={onClose} className="-ml-2 md:hidden">
          <ArrowLeft />
        </IconButton>
        <div className="min-w-0">
          <h2 dir="auto" className="text-left font-semibold text-lg wrap-anywhere">
            {name}
          </h2>
          <p className="text-muted text-sm">{words.pane.counts(participantCount, messageCount)}</p>
          {description && (
            <p dir="auto" className="line-clamp-2 text-left text-muted text-sm wrap-anywhere">
              {description}
            </p>
          )}
          {isEncrypted && <Badge tone="info">{words.list.encrypted}</Badge>}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label={words.pane.refresh} isPending={transcript.isLoading} onPress={transcript.reload}>
          <RefreshCw />
        </IconButton>
        <Export id={_id} />
        {type === 'group' && <GroupMenu group={conversation} onRemoved={onClose} />}
      </div>
    </header>
  )
}

type PaneProps = { id: string; onClose: () => void }

/** An opened conversation. Must be remounted for another one. */
export const ConversationPane = ({ id, onClose }: PaneProps) => {
  const words = useWords(moderationEn).pane
  const conversation = useConversation(id)
  const transcript = useTranscript(id)
  const { actions, dialogs } = useMessageActions({ onChanged: transcript.take, onDeleted: transcript.reload })
  return (
    <Loaded of={conversation} skeleton={<ListSkeleton rows={6} />} failed={words.missing}>
      {(loaded) => (
        <>
          <Header conversation={loaded} transcript={transcript} onClose={onClose} />
          {loaded.isEncrypted && (
            <div className="border-line border-b py-3 text-sm">
              <Notice tone="info">{words.encrypted}</Notice>
            </div>
          )}
          <TranscriptLog name={loaded.name} transcript={transcript} actions={actions} />
          {dialogs}
        </>
      )}
    </Loaded>
  )
}
