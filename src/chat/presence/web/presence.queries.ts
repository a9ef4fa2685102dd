import * as z from 'zod/mini'
import { queryClient, useAction, useCall } from '#web/api/queryClient.ts'
import { emitOnSocket, onSocketEvent, socketConnection } from '#web/api/socketEvents.ts'
import { useWords } from '#web/words.ts'
import { presenceApi, StatusChange } from '../presence.contract.ts'
import { presenceEn } from '../presence.en.ts'

type Presence = z.infer<typeof presenceApi.presence.reply>

const isPresence = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] === presenceApi.presence.path

/** Takes an event into what the server answered before; someone whom it did not name is asked for. */
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

const say = (): void => emitOnSocket('update_status', document.visibilityState === 'hidden' ? 'away' : 'online')

let following = false
/** Hears who comes and goes, and says whether this tab is looked at, from the first time that presence is shown. */
const follow = (): void => {
  if (following) return
  following = true
  onSocketEvent('user_status_changed', (payload) => {
    const change = z.safeParse(StatusChange, payload)
    if (change.success) take(change.data)
  })
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

/** Whether someone is here and when they last were; undefined where nobody knows or may know. */
export const usePresence = (userId: string): Pick<StatusChange, 'status' | 'lastSeen'> | undefined =>
  useAllPresence().data?.items.find((one) => one.userId === userId)

export const useUpdatePresence = () =>
  useAction(presenceApi.updatePresence, {
    failure: useWords(presenceEn).failure,
    optimistic: (change, { body: { isHidden } }) => change(presenceApi.presence, (before) => ({ ...before, isHidden })),
  })
