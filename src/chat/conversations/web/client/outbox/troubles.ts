import { CallError } from '#web/api/callError.ts'
import type { Entry } from '../environment.ts'
import { isFault, isRefusal } from '../tasks.ts'

/** Number of server faults after which a message is treated as rejected. */
const mostFaults = 3
/** Number of failures after which an attachment no longer blocks later messages. */
const mostFailures = 3
/** Delay (ms) above which a waiting attachment no longer blocks later messages. */
const longestWaitMs = 5_000

type Trouble = { silences: number; faults: number; failures: number }
const none: Trouble = { silences: 0, faults: 0, failures: 0 }

/** The consequence of a failure: retry in order, retry separately (`aside`), or reject for good. */
type Verdict = 'again' | 'aside' | { refused: string }

/** Counts the failures of each entry. */
export class Troubles {
  readonly #known = new Map<string, Trouble>()

  silencesOf(clientId: string): number {
    return (this.#known.get(clientId) ?? none).silences
  }

  /** Offline, other messages could not be sent either, so an attachment keeps its place. */
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
