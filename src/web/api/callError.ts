import type { ErrorParams, ErrorReply } from '#contract/errors.ts'

type Failure = Omit<ErrorReply, 'expired'>

/** A call that failed. `status` is 0 if no reply came. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** The parameters of the sentence, for other languages. */
  readonly params: ErrorParams | undefined
  readonly fields: Record<string, string> | undefined
  readonly requestId: string | undefined
  /** True if `message` is the server's own sentence. Otherwise it only says why there is none, and `errorText` prefixes what failed. */
  readonly isFromServer: boolean
  /** How long the server asks to wait before another try. */
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
