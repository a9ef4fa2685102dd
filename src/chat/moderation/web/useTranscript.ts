import { useCallback, useEffect, useReducer, useRef } from 'react'
import { call } from '#web/api/call.ts'
import { moderationApi } from '../moderation.contract.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'

type State = {
  /** Oldest first; undefined until the newest have come. */
  messages: readonly MonitoredMessage[] | undefined
  hasOlder: boolean
  isLoading: boolean
  error: Error | null
}

type Step =
  | { kind: 'asked'; again: boolean }
  | { kind: 'came'; messages: readonly MonitoredMessage[]; hasOlder: boolean; again: boolean }
  | { kind: 'failed'; error: Error }
  | { kind: 'changed'; message: MonitoredMessage }

const start: State = { messages: undefined, hasOlder: false, isLoading: true, error: null }

const next = (state: State, step: Step): State => {
  switch (step.kind) {
    case 'asked':
      return { ...state, isLoading: true, error: null, ...(step.again && { messages: undefined }) }
    case 'came': {
      const after = step.again ? [] : (state.messages ?? [])
      return { messages: [...step.messages, ...after], hasOlder: step.hasOlder, isLoading: false, error: null }
    }
    case 'failed':
      return { ...state, isLoading: false, error: step.error }
    case 'changed':
      return { ...state, messages: state.messages?.map((one) => (one._id === step.message._id ? step.message : one)) }
  }
}

/**
 * The messages of a conversation, the newest first asked for. They are no cached query: opening a conversation is written down,
 * and nothing but the person's own press may open it again.
 */
export const useTranscript = (id: string) => {
  const [state, tell] = useReducer(next, start)
  const running = useRef<AbortController>(undefined)

  const ask = useCallback(
    async (before: number | undefined) => {
      running.current?.abort()
      const mine = new AbortController()
      running.current = mine
      const again = before === undefined
      tell({ kind: 'asked', again })
      try {
        const query = again ? {} : { before: String(before) }
        const { items, hasMore } = await call(moderationApi.messages, { params: { id }, query }, { signal: mine.signal })
        if (!mine.signal.aborted) tell({ kind: 'came', messages: items, hasOlder: hasMore, again })
      } catch (error) {
        if (!mine.signal.aborted) tell({ kind: 'failed', error: error as Error })
      }
    },
    [id],
  )

  useEffect(() => {
    void ask(undefined)
    return () => running.current?.abort()
  }, [ask])

  const { messages } = state
  const loadOlder = useCallback(() => void ask(messages?.[0]?.seq), [ask, messages])
  return {
    ...state,
    reload: useCallback(() => void ask(undefined), [ask]),
    loadOlder,
    /** Takes over what an action has made of a message. */
    take: useCallback((message: MonitoredMessage) => tell({ kind: 'changed', message }), []),
  }
}
export type Transcript = ReturnType<typeof useTranscript>
