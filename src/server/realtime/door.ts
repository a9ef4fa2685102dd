import { performance } from 'node:perf_hooks'

const EVERY_MS = 20
/** Sockets that may open at once. */
const ROOM = 50
/** The share of its time that this process may work before sockets have to wait longer: beyond it, calls wait for one another. */
const BUSY = 0.5
/** Sockets that are let in each time: 200 a second while there is time for them, and 100 at least. */
const QUIET_BATCH = 4
const BUSY_BATCH = 2
/** If so many times as many wait, more are let in, because Socket.IO closes what has waited for 45 seconds. */
const PATIENCE = 1_000

/** Returns the share of its time that this process has worked since the last call. */
const workload = (): (() => number) => {
  let last = performance.eventLoopUtilization()
  return () => {
    const since = last
    last = performance.eventLoopUtilization()
    return performance.eventLoopUtilization(last, since).utilization
  }
}

type Waiting = { isGone: () => boolean; enter: () => void; leave: (reason: Error) => void }

/**
 * After a restart all browsers of a hall come back within a second or two, and each asks for everything that it shows: people at
 * work would wait for seconds. So beyond a number, sockets are let in one after the other, as this process has time for them. The
 * returned function resolves when it is the turn of a socket, and rejects if the socket was gone by then.
 */
export const openDoor = (load: () => number = workload()): ((isGone: () => boolean) => Promise<void>) => {
  let waiting: Waiting[] = []
  let room = ROOM
  let timer: NodeJS.Timeout | undefined

  const dismissGone = (): void => {
    const { gone = [], here = [] } = Object.groupBy(waiting, ({ isGone }) => (isGone() ? 'gone' : 'here'))
    waiting = here
    for (const { leave } of gone) leave(new Error('The socket closed while it waited.'))
  }
  const letIn = (): void => {
    dismissGone()
    const batch = Math.max(load() < BUSY ? QUIET_BATCH : BUSY_BATCH, Math.ceil(waiting.length / PATIENCE))
    const entering = waiting.splice(0, batch)
    for (const { enter } of entering) enter()
    room = Math.min(ROOM, room + batch - entering.length)
    if (room < ROOM) return
    clearInterval(timer)
    timer = undefined
  }
  const start = (): NodeJS.Timeout => {
    load()
    return setInterval(letIn, EVERY_MS).unref()
  }

  return async (isGone) => {
    timer ??= start()
    if (room > 0) room--
    else await new Promise<void>((enter, leave) => waiting.push({ isGone, enter, leave }))
  }
}
