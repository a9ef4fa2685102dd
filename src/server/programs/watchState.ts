import type { Database } from '#server/db/connect.ts'
import { whyTooOld } from '#server/db/migrate.ts'
import { isMoveLocked } from '#server/db/moveLock.ts'
import { currentState, type ProgramState } from '#server/db/programState.ts'

const INTERVAL_MS = 500

/** How long after its announcement a move may take to lock the database. */
const ANNOUNCED_MS = 15_000

type Watched = { database: Database; dataDir: string }

/** Closes the gate for the last step of a move, and opens it again if the move ended without success, in whatever way. */
const followMove = ({ database, dataDir }: Watched) => {
  let announced: { at: string; since: number } | undefined
  return async ({ moveState, moveAt }: ProgramState): Promise<void> => {
    const { gate } = database
    if (moveState === 'moved') gate.closedFor = 'moved'
    else if (moveState !== 'leaving') gate.closedFor = undefined
    else {
      if (announced?.at !== moveAt) announced = { at: moveAt ?? '', since: performance.now() }
      const isYoung = performance.now() - (announced?.since ?? 0) < ANNOUNCED_MS
      gate.closedFor = isYoung || (await isMoveLocked(database, dataDir)) ? 'moving' : undefined
    }
  }
}

/**
 * Reads twice a second what programs beside this one have recorded in the database: that its data is moving, and that a newer version
 * has changed the schema so that this one must stop. Returns a function that ends it.
 */
export const watchState = (watched: Watched, onTooOld: (sentence: string) => void): (() => void) => {
  const follow = followMove(watched)
  let [isStopped, timer]: [boolean, NodeJS.Timeout | undefined] = [false, undefined]
  const look = async (): Promise<void> => {
    const state = await currentState(watched.database.db)
    if (!state || isStopped) return
    await follow(state)
    const sentence = whyTooOld(state)
    if (sentence === undefined) return
    isStopped = true
    onTooOld(sentence)
  }
  const schedule = (): void => {
    if (!isStopped) timer = setTimeout(() => void lookQuietly().then(schedule), INTERVAL_MS).unref()
  }
  // Without the database nothing is known, so everything stays as it is.
  const lookQuietly = () => look().catch(() => undefined)
  schedule()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
