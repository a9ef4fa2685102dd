/** The parameters of a failure's sentence: names, numbers as they are printed, amounts in rupees, plain dates. */
type Named = Readonly<Record<string, string | number>>
export type ErrorParams = Readonly<Record<string, string | number | readonly Named[]>>

/** One kind of expected failure. Kinds are data, declared beside the endpoints that throw them. */
export type ErrorKind = {
  /** Stable name for programs and translations, `feature.what_happened`. */
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 422 | 429 | 500 | 503 | 507
  /** The English sentence for people. If there is `text`, the same without names and figures. */
  readonly message: string
  /** The sentence with its names and figures. Another language renders the same code with the same parameters. */
  readonly text?: (params: never) => string
  /** The parameters of `text`, of a kind that `withParams` made: `message` has them already. */
  readonly params?: ErrorParams
}

export type Errors = Record<string, ErrorKind>

/** The reply of every failed call. `fields` has the sentence for each bad field; `expired` sends the browser to the login page. */
export type ErrorReply = {
  message: string
  code: string
  params?: ErrorParams
  fields?: Record<string, string>
  expired?: true
  requestId?: string
}

type ParamsOf<K> = K extends { text: (params: infer P) => string } ? P : never

/** Returns the kind with the names and figures of one case, for functions that return a kind instead of throwing it. */
export const withParams = <const K extends ErrorKind & { text: (params: never) => string }>(kind: K, params: ParamsOf<K>): ErrorKind => ({
  ...kind,
  message: kind.text(params as never),
  params: params as ErrorParams,
})

type Extras<P> = {
  /** The parameters of the kind's `text`. */
  params?: P
  /** A sentence of the contract that replaces the kind's own. Only the platform uses this, for what it validates. */
  message?: string
  /** The input that this is about: it gets the sentence too. */
  field?: string | undefined
  fields?: Record<string, string>
  expired?: true
  /** Seconds until another try makes sense; sent as the `Retry-After` header. */
  retryAfter?: number
}

/** An expected failure. Any other error is a fault of ours and gets a 500 without details. */
export class AppError<const K extends ErrorKind = ErrorKind> extends Error {
  readonly kind: ErrorKind
  readonly extras: Extras<ErrorParams>

  constructor(kind: K, extras: Extras<ParamsOf<K>> = {}) {
    const { params, message = kind.message } = extras
    super(params === undefined ? message : kind.text?.(params as never))
    this.name = 'AppError'
    this.kind = kind
    this.extras = extras as Extras<ErrorParams>
  }

  toReply(): ErrorReply {
    const { params = this.kind.params, field, expired } = this.extras
    const fields = field === undefined ? this.extras.fields : { [field]: this.message }
    return {
      ...{ message: this.message, code: this.kind.code },
      ...(params && { params }),
      ...(fields && { fields }),
      ...(expired && { expired }),
    }
  }
}

const expired = 'Your account has expired. Please contact the administrator.'

/** What only the person of an ended account may learn, after a sign-in with the right password. The amount is in rupees. */
export type ExpiredParams = { endedOn: string; userId: string; name: string; seatNumber?: number; seatLabel?: string; owed?: number }

/** The failures that any call can have. */
export const commonErrors = {
  invalid: { code: 'invalid', status: 400, message: 'Please check what you entered.' },
  malformed: { code: 'malformed', status: 400, message: 'The request could not be read.' },
  notSignedIn: { code: 'not_signed_in', status: 401, message: 'Please sign in.' },
  expired: { code: 'expired', status: 403, message: expired, text: (_: ExpiredParams) => expired },
  notAllowed: { code: 'not_allowed', status: 403, message: 'You are not allowed to do this.' },
  notFound: { code: 'not_found', status: 404, message: 'Not found.' },
  conflict: { code: 'conflict', status: 409, message: 'Someone else changed this at the same time. Please try again.' },
  tooLarge: { code: 'too_large', status: 413, message: 'This is too large.' },
  unsupportedType: { code: 'unsupported_type', status: 415, message: 'This type of content is not accepted.' },
  rangeNotSatisfiable: { code: 'range_not_satisfiable', status: 416, message: 'The requested range is outside the file.' },
  tooMany: { code: 'too_many', status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  tooManyDownloads: {
    code: 'too_many_downloads',
    status: 429,
    message: 'Too many downloads are running. Wait until one has finished, then try again.',
  },
  internal: { code: 'internal', status: 500, message: 'Something went wrong.' },
  unavailable: { code: 'unavailable', status: 503, message: 'The server is busy or restarting. Please try again.' },
  diskFull: { code: 'disk_full', status: 507, message: 'The disk is full. Nothing was saved.' },
} satisfies Errors
