import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useRested } from '#web/ui/useRested.ts'
import { useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useParticipants } from '../conversations.queries.ts'
import { Person } from '../Person.tsx'

export type MembersProps = { conversation: Conversation; onClose: () => void }

/** Lists the members of a group, by name. */
export const MembersDialog = ({ conversation, onClose }: MembersProps) => {
  const words = useWords(chatPaneEn).members
  const { me } = useChat()
  const [text, setText] = useState('')
  const members = useParticipants(conversation._id, useRested(text.trim()))
  return (
    <Dialog title={words.title(conversation.name)} isOpen onClose={onClose}>
      {conversation.description !== '' && (
        <p dir="auto" className="text-muted wrap-anywhere">
          {conversation.description}
        </p>
      )}
      <SearchField isMinor label={words.search} value={text} onChange={setText} className="mt-2 mb-3" />
      <Loaded of={members} skeleton={<ListSkeleton rows={5} />} failed={words.loadFailed}>
        {() => (
          <div className="min-h-64">
            {members.items.length === 0 && <p className="py-4 text-muted">{words.nobody}</p>}
            <ul aria-label={words.label}>
              {members.items.map(({ user }) => (
                <li key={user._id} className="flex min-h-14 items-center gap-3 border-line border-b py-2 last:border-0">
                  <Person person={user} note={user._id === me._id && <span className="text-muted text-sm">({words.you})</span>} />
                </li>
              ))}
            </ul>
            <LoadMore of={members} isManual />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
