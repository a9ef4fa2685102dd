import { call } from '#web/api/call.ts'
import { chatApi } from '../conversations.contract.ts'
import { useChat } from './chatContext.ts'

/** Refetches the private conversation with a person: a block changes who may write there. */
export const useRelearn = () => {
  const { client } = useChat()
  return (personId: string): void => {
    const { items } = client.conversations.get()
    const theirs = items.find(({ type, participants }) => type === 'private' && participants.some(({ user }) => user._id === personId))
    if (theirs) void call(chatApi.conversation, { params: { id: theirs._id } }).then(client.learn, () => undefined)
  }
}
