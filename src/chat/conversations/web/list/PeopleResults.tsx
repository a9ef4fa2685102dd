import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { chatEn } from '../../conversations.en.ts'
import type { ChatPerson, Conversation } from '../../conversations.shapes.contract.ts'
import { useOpenPrivate, usePeople } from '../conversations.queries.ts'
import { Person } from '../Person.tsx'

export type PeopleResultsProps = { query: string; onOpen: (conversation: Conversation) => void }

/** People one may write to, found by a few letters of their name; pressing one opens or starts the conversation. */
export const PeopleResults = ({ query, onOpen }: PeopleResultsProps) => {
  const words = useWords(chatEn).list
  const people = usePeople(query)
  const begin = useOpenPrivate()
  const choose = ({ _id }: ChatPerson) => begin.mutate({ body: { userId: _id } }, { onSuccess: onOpen })
  if (query === '') return null
  return (
    <section aria-labelledby="chat-people" className="px-2 pb-4">
      <h2 id="chat-people" className="px-2 pt-3 pb-1 font-semibold text-muted text-sm">
        {words.people}
      </h2>
      <Loaded of={people} skeleton={<ListSkeleton rows={3} />} failed={words.peopleFailed}>
        {() => (
          <>
            {people.items.length === 0 && <p className="px-2 py-2 text-muted">{words.nothing(query)}</p>}
            <ul>
              {people.items.map((person) => (
                <li key={person._id}>
                  <PlainButton
                    onPress={() => choose(person)}
                    isDisabled={begin.isPending}
                    className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-hover"
                  >
                    <Person person={person} />
                  </PlainButton>
                </li>
              ))}
            </ul>
            <LoadMore of={people} isManual />
          </>
        )}
      </Loaded>
    </section>
  )
}
