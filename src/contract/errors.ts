/** What the sentence of a failure names: names, numbers as they are printed, amounts in rupees, plain dates. */
type Named = Readonly<Record<string, string | number>>
export type ErrorParams = Readonly<Record<string, string | number | readonly Named[]>>

/** One kind of expected failure: what is sent for it. Kinds are data and stand beside the endpoints that throw them. */
export type ErrorKind = {
  /** Stable name for programs and translations, `feature.what_happened`. */
  readonly code: string
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 422 | 429 | 500 | 503 | 507
  /** The English sentence a person reads. Where there is `text`, the same without names and figures. */
  readonly message: string
  /** The sentence with its names and figures. Another language renders the same code with the same parameters. */
  readonly text?: (params: never) => string
}

export type Errors = Record<string, ErrorKind>

/** What every failing call answers. `fields` names the sentence for each bad field; `expired` sends the browser to the login page. */
export type ErrorReply = {
  message: string
  code: string
  params?: ErrorParams
  fields?: Record<string, string>
  expired?: true
  requestId?: string
}

type ParamsOf<K> = K extends { text: (params: infer P) => string } ? P : never

type Extras<P> = {
  /** What the kind's `text` names. */
  params?: P
  /** A sentence of the contract that replaces the kind's own. Only the platform does this, for what it validates. */
  message?: string
  /** The input that this is about: it gets the sentence too. */
  field?: string | undefined
  fields?: Record<string, string>
  expired?: true
  /** Seconds until it is worth trying again; answered as the `Retry-After` header. */
  retryAfter?: number
}

/** An expected failure. Anything else that is thrown is a fault of ours and is answered 500 without details. */
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
    const { params, field, expired } = this.extras
    const fields = field === undefined ? this.extras.fields : { [field]: this.message }
    return {
      ...{ message: this.message, code: this.kind.code },
      ...(params && { params }),
      ...(fields && { fields }),
      ...(expired && { expired }),
    }
  }
}

/** The failures that any call can answer. */
export const commonErrors = {
  invalid: { code: 'invalid', status: 400, message: 'Please check what you entered.' },
  malformed: { code: 'malformed', status: 400, message: 'The request could not be read.' },
  notSignedIn: { code: 'not_signed_in', status: 401, message: 'Please sign in.' },
  expired: { code: 'expired', status: 403, message: 'Your account has expired. Please contact the administrator.' },
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
