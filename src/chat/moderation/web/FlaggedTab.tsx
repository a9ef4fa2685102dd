import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import { FlaggedItem } from './FlaggedItem.tsx'
import type { useFlagged } from './moderation.queries.ts'
import { StoppedPeople } from './StoppedPeople.tsx'
import { useMessageActions } from './useMessageActions.tsx'

type Props = { flagged: ReturnType<typeof useFlagged>; hrefOf: (id: string) => string }

/** Flagged and reported messages, latest first, and the banned people. */
export const FlaggedTab = ({ flagged, hrefOf }: Props) => {
  const words = useWords(moderationEn).flagged
  const refetch = () => void flagged.refetch()
  const { actions, dialogs } = useMessageActions({ onChanged: refetch, onDeleted: refetch })
  const list = useKeptFocus<HTMLDivElement>()
  return (
    <>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={flagged} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
          {() =>
            flagged.items.length === 0 ? (
              <EmptyState title={words.empty} hint={words.emptyHint} drawing="bell" />
            ) : (
              <>
                <ul aria-label={words.label} className="flex flex-col gap-4">
                  {flagged.items.map((message) => (
                    <li key={message._id}>
                      <FlaggedItem message={message} hrefOf={hrefOf} actions={actions} />
                    </li>
                  ))}
                </ul>
                <LoadMore of={flagged} isManual />
              </>
            )
          }
        </Loaded>
      </div>
      <StoppedPeople />
      {dialogs}
    </>
  )
}
