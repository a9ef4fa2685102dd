import type { ErrorReply } from '#contract/errors.ts'

/** A call that failed. `status` is 0 where no answer came; `message` is a sentence for a person. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  readonly requestId: string | undefined

  constructor(status: number, reply: Omit<ErrorReply, 'expired'>) {
    super(reply.message)
    this.name = 'CallError'
    this.status = status
    this.code = reply.code
    this.fields = reply.fields
    this.requestId = reply.requestId
  }
}
