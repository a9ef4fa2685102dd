import { Settings, SquarePen } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useStore } from '#web/api/store.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { errorParts, useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import { chatLimits } from '../../conversations.limits.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { MessageHitsScreen, PeopleResultsScreen, SettingsScreen } from '../chatDialogs.ts'
import { useChatSlots } from '../chatSlots.ts'
import { useOpenConversation } from '../useOpenConversation.ts'
import { ConnectionBadge } from './ConnectionBadge.tsx'
import { ConversationList } from './ConversationList.tsx'
import { FilterChips } from './FilterChips.tsx'
import { type Filter, filters, typeOf, useConversationRows } from './useConversationRows.ts'

/** The filter is stored in the URL, next to the open conversation. */
const useFilter = () => {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const filter = filters.find((each) => each === parameters.get('show')) ?? 'all'
  const setFilter = (next: Filter) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === 'all') after.delete('show')
        else after.set('show', next)
        return after
      },
      { replace: true, state },
    )
  return [filter, setFilter] as const
}

/** A person’s conversations, and buttons to start new ones. */
export const Sidebar = () => {
  const words = useWords(chatEn)
  const { client } = useChat()
  const [filter, setFilter] = useFilter()
  const [text, setText] = useState('')
  const { open } = useOpenConversation()
  const { reportOutcomes, encryptionBanner } = useChatSlots()
  const { items } = useStore(client.conversations)
  const hasEncrypted = items.some(({ isEncrypted }) => isEncrypted)
  const onOpen = useCallback(
    (conversation: Conversation) => {
      client.learn(conversation)
      open(conversation._id)
    },
    [client, open],
  )
  return (
    <>
      <header className="flex flex-col gap-3 px-4 pt-4 pb-3">
        <TopLine onNewChat={() => setFilter('personal')} />
        <SearchField
          isMinor
          label={filter === 'personal' ? words.list.searchPeople : words.list.search}
          value={text}
          onChange={setText}
          className="grow-0 basis-auto"
        />
        <FilterChips value={filter} onChange={setFilter} />
      </header>
      <div className="flex flex-col gap-2 px-4 pb-3 empty:hidden">
        {items.length > 0 && (
          <>
            <Embed screen={reportOutcomes} />
            <Embed screen={encryptionBanner} hasEncrypted={hasEncrypted} />
          </>
        )}
      </div>
      <Found filter={filter} text={text} onOpen={onOpen} onOpenMessage={open} />
    </>
  )
}

const TopLine = ({ onNewChat }: { onNewChat: () => void }) => {
  const words = useWords(chatEn)
  const { notices } = useChatSlots()
  const { openId } = useOpenConversation()
  const [isOpen, setOpen] = useState(false)
  const begin = () => {
    onNewChat()
    document.querySelector<HTMLInputElement>('#chat-list input[type=search]')?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <h1 className="font-semibold text-xl tracking-tight max-md:text-[min(1.5rem,9vw)]">{words.title}</h1>
      <span className="mx-2 flex-1">
        <ConnectionBadge />
      </span>
      {openId === null && <Embed screen={notices} />}
      <IconButton label={words.list.newChat} onPress={begin}>
        <SquarePen />
      </IconButton>
      <IconButton label={words.notifications.open} onPress={() => setOpen(true)}>
        <Settings />
      </IconButton>
      {isOpen && <Embed screen={SettingsScreen} onClose={() => setOpen(false)} />}
    </div>
  )
}

const empties = { all: 'empty', personal: 'emptyPersonal', groups: 'emptyGroups' } as const

type FoundProps = {
  filter: Filter
  text: string
  onOpen: (conversation: Conversation) => void
  onOpenMessage: (conversationId: string, seq: number) => void
}

const Found = ({ filter, text, onOpen, onOpenMessage }: FoundProps) => {
  const words = useWords(chatEn).list
  const { client } = useChat()
  const { openId } = useOpenConversation()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { rows, more, isLoading, error } = useConversationRows(filter, text)
  // Debounced here and not in the list of people: that appears with the first letter, which must be debounced too.
  const query = useRested(text.trim(), chatLimits.peopleSearchMs)
  const findsPeople = filter === 'personal' && text.trim() !== ''
  const list = () => {
    if (rows.length > 0 || (more.hasNextPage && !isLoading)) return <ConversationList {...{ scroller, rows, more, openId, onOpen }} />
    if (error) return <ErrorState {...errorParts(error, words.loadFailed)} onRetry={() => void client.loadConversations()} />
    if (isLoading) return <ListSkeleton rows={6} />
    return text.trim() === '' && <EmptyState drawing="bell" {...words[empties[filter]]} />
  }
  return (
    <div ref={setScroller} className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-2 [overflow-anchor:none]">
      {list()}
      {findsPeople && <Embed screen={PeopleResultsScreen} query={query} onOpen={onOpen} />}
      {query !== '' && (
        <Embed
          screen={MessageHitsScreen}
          query={query}
          type={typeOf[filter]}
          onOpen={onOpenMessage}
          isAlone={rows.length === 0 && !findsPeople && !isLoading}
        />
      )}
    </div>
  )
}
