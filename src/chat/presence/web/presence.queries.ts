import type * as z from 'zod/mini'
import { queryClient, useAction, useCall } from '#web/api/queryClient.ts'
import { emitOnSocket, onSocketEvent, socketConnection } from '#web/api/socketEvents.ts'
import { useWords } from '#web/words.ts'
import { presenceApi, type StatusChange } from '../presence.contract.ts'
import { presenceEn } from '../presence.en.ts'
import { presenceEvents, presenceInbound } from '../presence.events.ts'

type Presence = z.infer<typeof presenceApi.presence.reply>

const isPresence = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] === presenceApi.presence.path

/** Applies an event to the cached responses; a person missing from them is fetched. */
const take = (change: StatusChange): void => {
  for (const [key, data] of queryClient.getQueriesData<Presence>({ predicate: isPresence })) {
    if (!data?.items.some(({ userId }) => userId === change.userId)) {
      void queryClient.invalidateQueries({ queryKey: key })
      continue
    }
    const items = data.items.map((one) => (one.userId === change.userId ? { ...one, ...change } : one))
    queryClient.setQueryData<Presence>(key, { ...data, items })
  }
}

const say = (): void => emitOnSocket(presenceInbound.updateStatus, document.visibilityState === 'hidden' ? 'away' : 'online')

let following = false
/** Subscribes to status changes and reports whether this tab is visible, once presence is first shown. */
const follow = (): void => {
  if (following) return
  following = true
  onSocketEvent(presenceEvents.userStatusChanged, take)
  document.addEventListener('visibilitychange', say)
  socketConnection.subscribe(() => {
    if (socketConnection.get() === 'connected') say()
  })
  say()
}

export const useAllPresence = () => {
  follow()
  return useCall(presenceApi.presence)
}

/** Returns a person's status and when they were last seen; undefined if unknown or hidden. */
export const usePresence = (userId: string): Pick<StatusChange, 'status' | 'lastSeen'> | undefined =>
  useAllPresence().data?.items.find((one) => one.userId === userId)

export const useUpdatePresence = () =>
  useAction(presenceApi.updatePresence, {
    failure: useWords(presenceEn).failure,
    optimistic: (change, { body: { isHidden } }) => change(presenceApi.presence, (before) => ({ ...before, isHidden })),
  })
