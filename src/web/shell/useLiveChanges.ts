import { useEffect } from 'react'
import type { LoadEvents } from '../api/declaredEvents.ts'
import { refreshSince } from '../api/queryClient.ts'
import { refreshPace } from '../api/refreshPace.ts'
import type { openSocket } from '../api/socket.ts'

/** Fetches the code of the real-time channel, which comes after the page. */
export type LoadSocket = () => Promise<typeof openSocket>

type Options = { token: string | undefined; loadSocket: LoadSocket; loadEvents: LoadEvents; check: () => Promise<unknown> }

/** Keeps the screen up to date with changes of others, for as long as someone is signed in. A hidden tab refetches when it is shown. */
export const useLiveChanges = ({ token, loadSocket, loadEvents, check }: Options): void => {
  useEffect(() => {
    if (!token) return
    const pace = refreshPace(refreshSince)
    let close: (() => void) | undefined
    let left = false
    const dropped = async (): Promise<void> => {
      // A 401 ends the session here too; any other failure says nothing about it.
      await check().catch(() => undefined)
    }
    void loadSocket().then(
      (open) => {
        if (!left) close = open(token, { changed: pace.changed, dropped, loadEvents })
      },
      () => undefined,
    )
    return () => {
      left = true
      close?.()
      pace.stop()
    }
  }, [token, loadSocket, loadEvents, check])
}
