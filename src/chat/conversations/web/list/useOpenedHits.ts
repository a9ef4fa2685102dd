import { useEffect, useMemo, useReducer } from 'react'
import { useStore } from '#web/api/store.ts'
import type { MessageHit } from '../../conversations.messages.contract.ts'
import type { Conversation, Message } from '../../conversations.shapes.contract.ts'
import { useChat } from '../chatContext.ts'
import { folded } from '../folded.ts'

const wordsOf = (query: string): string[] =>
  folded(query.replaceAll('"', ' '))
    .split(/\s+/)
    .filter((word) => word !== '')

const says = ({ content, isDeleted, encryption }: Message, words: readonly string[]): boolean => {
  if (!encryption || isDeleted || content === null) return false
  const text = folded(content)
  return words.every((word) => text.includes(word))
}

/** Returns decrypted messages that contain all words of a search: the server cannot find them. */
export const useOpenedHits = (query: string): MessageHit[] => {
  const { client } = useChat()
  const { items } = useStore(client.conversations)
  const [changes, changed] = useReducer((n: number) => n + 1, 0)
  const searched = useMemo(
    () => (query === '' ? [] : items.filter(({ isEncrypted }) => isEncrypted).map((each) => ({ ...each, log: client.log(each._id) }))),
    [client, items, query],
  )
  useEffect(() => {
    const stops = searched.map(({ log }) => log.subscribe(changed))
    return () => {
      for (const stop of stops) stop()
    }
  }, [searched])
  return useMemo(() => {
    void changes
    const words = wordsOf(query)
    const hitsOf = ({ _id, name, type, log }: Conversation & { log: ReturnType<typeof client.log> }): MessageHit[] =>
      log.get().rows.flatMap(({ message }) => (message && says(message, words) ? [{ message, conversation: { _id, name, type } }] : []))
    return words.length === 0 ? [] : searched.flatMap(hitsOf)
  }, [searched, query, changes])
}
