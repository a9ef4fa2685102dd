import { CreateGroupButton } from '#chat/groups/web/CreateGroupButton.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useTabViews } from '#web/ui/Tabs.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { ConversationList } from './ConversationList.tsx'
import { ConversationPane } from './ConversationPane.tsx'
import { FlaggedTab } from './FlaggedTab.tsx'
import { useFlagged } from './moderation.queries.ts'
import { type MonitoringView, useMonitoringView } from './useMonitoringView.ts'

/** The list beside the conversation, each with its own scroll area. */
const Conversations = ({ view }: { view: MonitoringView }) => {
  const words = useWords(moderationEn).list
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:h-[max(30rem,calc(100dvh-15rem))] md:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]">
      <ConversationList view={view} />
      <div
        className={`flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface p-4 max-md:hidden ${view.opened ? '' : 'off-paper'}`}
      >
        {view.opened ? (
          <ConversationPane key={view.opened} id={view.opened} onClose={view.close} />
        ) : (
          <EmptyState title={words.choose} hint={words.chooseHint} drawing="bell" />
        )}
      </div>
    </div>
  )
}

/** On a phone, an open conversation fills the screen. */
const OpenedAlone = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const words = useWords(moderationEn)
  useDocumentTitle(words.title)
  return (
    <div className="flex h-[max(24rem,calc(100dvh-6rem))] min-w-0 flex-col">
      <h1 className="sr-only">{words.title}</h1>
      <ConversationPane key={id} id={id} onClose={onClose} />
    </div>
  )
}

const AllOfIt = ({ view }: { view: MonitoringView }) => {
  const words = useWords(moderationEn)
  const flagged = useFlagged()
  const views = [
    { key: 'all', title: words.tabs.all, content: <Conversations view={view} /> },
    { key: 'flagged', title: words.tabs.flagged(flagged.total ?? 0), content: <FlaggedTab flagged={flagged} hrefOf={view.hrefOf} /> },
  ] as const
  const tabs = useTabViews({ label: words.tabs.label, views, chosen: view.tab, onChoose: view.setTab })
  return (
    <Page title={words.title} tabs={tabs.list} about={words.about} action={<CreateGroupButton onCreated={view.open} />}>
      {tabs.panel}
    </Page>
  )
}

/** The Chat Monitoring page of administrators: all conversations, groups, flags and reports. */
export const MonitoringPage = () => {
  const view = useMonitoringView()
  const isNarrow = useIsNarrow()
  if (isNarrow && view.tab === 'all' && view.opened) return <OpenedAlone id={view.opened} onClose={view.close} />
  return <AllOfIt view={view} />
}
