import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { formatNumber, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useReaders } from '../conversations.queries.ts'
import { Person } from '../Person.tsx'
import { byEmoji } from './Reactions.tsx'

type DialogProps = { message: Message; onClose: () => void }

/** Shows who chose which emoji. */
export const ReactionsDialog = ({ message, onClose }: DialogProps) => {
  const words = useWords(chatPaneEn).reactions
  const { me } = useChat()
  return (
    <Dialog title={words.title} size="small" isOpen onClose={onClose}>
      {byEmoji(message.reactions).map(([emoji, people]) => (
        <section key={emoji} aria-label={words.count(emoji, people.length)} className="border-line border-b py-2 last:border-0">
          <h3 className="flex items-center gap-2 font-medium">
            <span className="text-xl">{emoji}</span>
            <span className="text-muted text-sm tabular-nums">{formatNumber(people.length)}</span>
          </h3>
          <ul>
            {people.map(({ _id, name }) => (
              <li key={_id} dir="auto" className="py-1 wrap-anywhere">
                {_id === me._id ? words.you : name}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

/** Shows who has read a message of a group. */
export const ReadersDialog = ({ message, onClose }: DialogProps) => {
  const words = useWords(chatPaneEn).message
  const readers = useReaders(message._id)
  return (
    <Dialog title={words.readersTitle} size="small" isOpen onClose={onClose}>
      <Loaded of={readers} skeleton={<ListSkeleton rows={3} />} failed={words.readersFailed}>
        {() => (
          <div>
            {readers.items.length === 0 && <p className="py-4 text-muted">{words.nobodyRead}</p>}
            <ul>
              {readers.items.map((person) => (
                <li key={person._id} className="flex min-h-14 items-center gap-3 border-line border-b py-2 last:border-0">
                  <Person person={person} />
                </li>
              ))}
            </ul>
            <LoadMore of={readers} isManual />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
