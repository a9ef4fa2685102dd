import type { Payload, SocketEvent } from '#contract/event.ts'

/** Fetches the declarations of the events of features, with their schemas. */
export type LoadEvents = () => Promise<readonly SocketEvent[]>

const loadPlatformEvents: LoadEvents = async () => Object.values((await import('#contract/platform.events.ts')).platformEvents)

/** Wraps a handler of an event: payloads that are not as declared are ignored. */
export const asDeclared =
  <E extends SocketEvent>({ payload: schema }: E, handler: (payload: Payload<E>) => void): ((payload: unknown) => void) =>
  (payload) => {
    const parsed = schema?.safeParse(payload)
    if (parsed?.success !== false) handler(parsed?.data as Payload<E>)
  }

/** At most this many events wait; beyond it, the tab catches up as if it had been away. */
const mostWaiting = 500

type Arrived = readonly [name: string, payload: unknown]

/**
 * Returns how to pass events on, as far as they are as declared. Most pages never receive one, so the declarations are fetched for the
 * first; those that arrive before they are there wait, in order. `missed` is called if they cannot be fetched, or too many wait.
 */
export const declaredOnly = (load: LoadEvents, heard: (...event: Arrived) => void, missed: () => void): ((...event: Arrived) => void) => {
  let declared: ReadonlyMap<string, SocketEvent> | undefined
  let waiting: Arrived[] = []
  const pass = (name: string, payload: unknown): void => {
    const event = declared?.get(name)
    if (event) asDeclared(event, (checked) => heard(name, checked))(payload)
  }
  const fetchThem = async (): Promise<void> => {
    try {
      const events = await Promise.all([loadPlatformEvents(), load()])
      declared = new Map(events.flat().map((event) => [event.name, event]))
      if (waiting.length > mostWaiting) missed()
      else for (const event of waiting) pass(...event)
    } catch {
      missed()
    }
    waiting = []
  }
  return (name, payload) => {
    if (declared) return pass(name, payload)
    if (waiting.length <= mostWaiting) waiting.push([name, payload])
    if (waiting.length === 1) void fetchThem()
  }
}
