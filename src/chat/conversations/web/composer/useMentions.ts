import { type KeyboardEvent, useMemo, useState } from 'react'
import { useRested } from '#web/ui/useRested.ts'
import type { ChatPerson, Conversation } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { useParticipants } from '../conversations.queries.ts'
import { folded } from '../folded.ts'
import type { Mention } from './mentionAt.ts'

const most = 8

/** Returns members by name: small conversations include all of them, for large ones the server is asked. */
const useMembers = (conversation: Conversation, query: string | undefined): ChatPerson[] => {
  const { me } = useChat()
  const isWhole = conversation.participants.length >= conversation.participantCount
  const rested = useRested(query ?? '')
  const found = useParticipants(conversation._id, rested, query !== undefined && !isWhole)
  return useMemo(() => {
    if (query === undefined) return []
    const all = isWhole ? conversation.participants : found.items
    const wanted = folded(query)
    return all
      .map(({ user }) => user)
      .filter(({ _id, name }) => _id !== me._id && folded(name).includes(wanted))
      .slice(0, most)
  }, [query, isWhole, conversation.participants, found.items, me._id])
}

type Mentioning = { conversation: Conversation; typed: Mention | undefined; onChoose: (person: ChatPerson) => void; onDismiss: () => void }

/** The members that match the text after an @, and the keys that choose one. */
export const useMentions = ({ conversation, typed, onChoose, onDismiss }: Mentioning) => {
  const people = useMembers(conversation, typed?.query)
  const [at, setAt] = useState({ query: '', index: 0 })
  const index = at.query === typed?.query ? Math.min(at.index, people.length - 1) : 0
  const isOpen = people.length > 0
  const move = (by: number) => setAt({ query: typed?.query ?? '', index: (index + by + people.length) % people.length })
  /** Handles a key; returns whether the list used it. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const person = people[index]
    if (!isOpen || !person) return false
    const choose = () => onChoose(person)
    const keys = new Map([
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
      ['Enter', choose],
      ['Tab', choose],
      ['Escape', onDismiss],
    ])
    const act = keys.get(event.key)
    if (!act || event.shiftKey) return false
    event.preventDefault()
    act()
    return true
  }
  return { people, index, isOpen, onKeyDown }
}
