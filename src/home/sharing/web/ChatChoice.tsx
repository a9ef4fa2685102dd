import { Lock, Users } from 'lucide-react'
import { useId, useState } from 'react'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { useFoundConversations } from '#chat/conversations/web/conversations.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import { sharingEn } from '../sharing.en.ts'

const searchMs = 300

const Row = ({ conversation, onChoose }: { conversation: Conversation; onChoose: () => void }) => {
  const words = useWords(sharingEn).chats
  const { _id, type, name, isEncrypted } = conversation
  return (
    <PlainButton
      onPress={onChoose}
      className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-hover"
    >
      {type === 'private' ? (
        <Avatar id={_id} name={name} className="size-10" />
      ) : (
        <span
          aria-hidden="true"
          className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-secondary-soft text-secondary-text"
        >
          <Users className="size-5" />
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {name}
      </span>
      {isEncrypted && <Lock role="img" aria-label={words.encrypted} className="size-4 shrink-0 text-muted" />}
    </PlainButton>
  )
}

/** The conversations in which the person may write, to choose one. */
export const ChatChoice = ({ onChoose }: { onChoose: (conversation: Conversation) => void }) => {
  const words = useWords(sharingEn).chats
  const [search, setSearch] = useState('')
  const found = useFoundConversations(useRested(search.trim(), searchMs), true)
  const headingId = useId()
  const open = found.items.filter(({ whyNotWrite }) => whyNotWrite === null)
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="font-semibold text-lg">
        {words.title}
      </h2>
      <p className="text-muted">{words.hint}</p>
      <SearchField label={words.search} value={search} onChange={setSearch} className="flex-none basis-auto" />
      <Loaded of={found} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
        {() => (
          <>
            {open.length === 0 && <p className="py-2 text-muted">{words.none}</p>}
            <ul>
              {open.map((conversation) => (
                <li key={conversation._id}>
                  <Row conversation={conversation} onChoose={() => onChoose(conversation)} />
                </li>
              ))}
            </ul>
            <LoadMore of={found} isManual />
          </>
        )}
      </Loaded>
    </section>
  )
}
