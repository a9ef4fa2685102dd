import { memo } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { formatList, formatNumber, useWords } from '#web/words.ts'
import { chatPaneEn } from '../../conversations.pane.en.ts'
import type { Message, Reaction } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useLogActions } from './logContext.ts'

/** Groups reactions by emoji, in the order of the first of each. */
export const byEmoji = (reactions: readonly Reaction[]): [emoji: string, people: Reaction['user'][]][] => {
  const found = new Map<string, Reaction['user'][]>()
  for (const { emoji, user } of reactions) found.set(emoji, [...(found.get(emoji) ?? []), user])
  return [...found]
}

const named = 10

/** "You, Asha and 3 others". */
const usePeopleNames = () => {
  const words = useWords(chatPaneEn).reactions
  const { me } = useChat()
  return (people: readonly Reaction['user'][]): string => {
    const mineFirst = people.toSorted((one, other) => Number(other._id === me._id) - Number(one._id === me._id))
    const names = mineFirst.slice(0, named).map(({ _id, name }) => (_id === me._id ? words.you : name))
    const left = people.length - names.length
    return formatList(left > 0 ? [...names, words.others(left)] : names)
  }
}

/** The emoji on a message, each with its count; a press adds or removes one's own. */
export const Reactions = memo(({ message }: { message: Message }) => {
  const words = useWords(chatPaneEn).reactions
  const { me } = useChat()
  const { toggle } = useLogActions()
  const namesOf = usePeopleNames()
  if (message.reactions.length === 0) return null
  return (
    <ul aria-label={words.label} className="mt-1 flex flex-wrap gap-1">
      {byEmoji(message.reactions).map(([emoji, people]) => (
        <li key={emoji}>
          <PlainButton
            aria-label={words.count(emoji, people.length)}
            aria-pressed={people.some(({ _id }) => _id === me._id)}
            title={words.who(namesOf(people), emoji)}
            onPress={() => toggle(message, emoji)}
            className="inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-full border border-transparent in-data-contrast:border-line-strong bg-tint px-2 text-ink text-sm tabular-nums hover:bg-tint-hover aria-pressed:border-primary-fill aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-primary-text max-md:min-h-11 max-md:px-3"
          >
            <span aria-hidden="true">{emoji}</span>
            <span aria-hidden="true">{formatNumber(people.length)}</span>
          </PlainButton>
        </li>
      ))}
    </ul>
  )
})
