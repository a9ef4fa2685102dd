import { makeStore } from '#web/api/store.ts'
import type { Environment } from '../environment.ts'
import { makeTypingHints, makeTypists } from './typing.ts'

/** State that exists only on the socket: who is typing, and which conversation this tab shows. */
export const makeChatConnection = ({ socket, clock }: Pick<Environment, 'socket' | 'clock'>) => ({
  ...socket,
  typists: makeTypists(clock),
  hints: makeTypingHints({ socket, clock }),
  opened: makeStore<string | null>(null),
})
export type ChatConnection = ReturnType<typeof makeChatConnection>
