import type { ErrorParams, ErrorReply } from '#contract/errors.ts'

type Failure = Omit<ErrorReply, 'expired'>

/** A call that failed. `status` is 0 where no answer came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** What the sentence names, for other languages. */
  readonly params: ErrorParams | undefined
  readonly fields: Record<string, string> | undefined
  readonly requestId: string | undefined
  /** Whether `message` is the server's own sentence. Otherwise it only says why there is none, and `errorText` puts what failed before it. */
  readonly isFromServer: boolean
  /** So long the server wants to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, { message, code, params, fields, requestId }: Failure, isFromServer = true, retryAfterMs?: number) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.params = params
    this.fields = fields
    this.requestId = requestId
    this.isFromServer = isFromServer
    this.retryAfterMs = retryAfterMs
  }
}
