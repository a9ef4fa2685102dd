import { CallError } from '#web/api/callError.ts'
import type { Entry } from './ports.ts'
import { isFault, isRefusal } from './tasks.ts'

/** A server that fails on a message so often is never going to take it. */
const mostFaults = 3
/** So often an attachment fails before what is behind it goes first. */
const mostFailures = 3
/** An attachment that is to wait longer (ms) lets what is behind it go first. */
const longestWaitMs = 5_000

type Trouble = { silences: number; faults: number; failures: number }
const none: Trouble = { silences: 0, faults: 0, failures: 0 }

/** What follows from a failure: it is tried again in its turn, goes on by itself (`aside`), or is refused for good. */
type Verdict = 'again' | 'aside' | { refused: string }

/** How sending each entry has failed until now. */
export class Troubles {
  readonly #known = new Map<string, Trouble>()

  silencesOf(clientId: string): number {
    return (this.#known.get(clientId) ?? none).silences
  }

  /** Without a connection nothing else could be sent either, so an attachment keeps its place then. */
  judge({ clientId, file }: Entry, error: unknown, isConnected: boolean): Verdict {
    if (!(error instanceof CallError)) return 'again'
    const before = this.#known.get(clientId) ?? none
    const { code, message, retryAfterMs = 0 } = error
    const isSilent = code === 'timeout'
    const now = {
      silences: before.silences + (isSilent ? 1 : 0),
      faults: before.faults + (isFault(error) ? 1 : 0),
      failures: before.failures + (isConnected ? 1 : 0),
    }
    this.#known.set(clientId, now)
    if (isRefusal(error) || now.faults === mostFaults) return { refused: message }
    const isLong = isSilent || retryAfterMs > longestWaitMs
    return file && isConnected && (isLong || now.failures >= mostFailures) ? 'aside' : 'again'
  }

  forget(clientId: string): void {
    this.#known.delete(clientId)
  }
}
