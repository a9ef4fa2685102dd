import { AppError } from '#contract/errors.ts'
import { movingErrors } from '#contract/moving.ts'
import { isDiskFull } from './violations.ts'

/**
 * Whether this process may write to its database. It is closed while the data moves away: writes are then refused at once, and do
 * not wait for the lock that a move holds, which would hold up readers.
 */
export type WriteGate = { closedFor: keyof typeof movingErrors | undefined }

export const openGate = (): WriteGate => ({ closedFor: undefined })

/** A write that was refused because the data is moving or has moved. Nothing was written. */
class WritesPaused extends AppError {
  constructor(reason: keyof typeof movingErrors) {
    super(movingErrors[reason], { retryAfter: 10 })
  }
}

export const assertOpen = ({ closedFor }: WriteGate): void => {
  if (closedFor !== undefined) throw new WritesPaused(closedFor)
}

export const isPaused = (error: unknown): boolean => error instanceof WritesPaused

/** Returns whether reading goes on without a write that failed: the disk is full, or the data is moving. */
export const isReadOnly = (error: unknown): boolean => isDiskFull(error) || isPaused(error)

const writes = /^\s*(?:insert|update|delete)\b|^\s*with\b[\s\S]*\b(?:insert into|update|delete from)\b/i

/** Returns whether a statement writes, by its text. */
export const isWriting = (text: string): boolean => writes.test(text)
