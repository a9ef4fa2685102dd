import { AppError } from '#contract/errors.ts'
import { filesAwayErrors } from '#contract/filesAway.ts'

const RETRY_SECONDS = 5

/**
 * The bucket cannot be used at the moment. `reason` is for the log. `isUndecided` says that the request may have been carried out,
 * or may be yet; `isRefused` that the server replied and does not accept it, as it does if the settings are wrong. It does not have
 * the error of the network as its cause, which would be mistaken for one of the database.
 */
export class BucketAway extends AppError {
  readonly reason: string
  readonly isUndecided: boolean
  readonly isRefused: boolean

  constructor(reason: string, { isUndecided = false, isRefused = false, isWrite = false } = {}) {
    super(isWrite ? filesAwayErrors.notSaved : filesAwayErrors.notReadable, { retryAfter: RETRY_SECONDS })
    this.reason = reason
    this.isUndecided = isUndecided
    this.isRefused = isRefused
  }
}

export const isBucketAway = (error: unknown): error is BucketAway => error instanceof BucketAway
