import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** The destination of the log lines. */
export type LogTarget = { write: (line: string) => void }

type LoggedError = { type: string; message: string; stack: string; code?: unknown; cause?: LoggedError }

/**
 * What is logged of an error. Drivers put the values of the statement, or the whole row, into other fields (`params`, `detail`),
 * which contain what people typed and secrets.
 */
const toLoggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name: type, message, stack = '', cause } = error
  return {
    type,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause instanceof Error && { cause: toLoggedError(cause) }),
  }
}

const GATHER_MS = 100
const GATHER_BYTES = 16_384
const ERROR = 50

/**
 * Writes lines together: one system call for each takes a seventh of a busy server's time. Lines of an error are written at once,
 * and the end of the process, also by an uncaught error, writes what is still buffered.
 */
export const gathered = (write: (lines: string) => void): LogTarget & { flush: () => void } => {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (lines !== '') write(lines)
    lines = ''
  }
  const target = {
    // With this option, pino provides the level of the line that it writes.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string): void => {
      lines += line
      if (target.lastLevel >= ERROR || lines.length >= GATHER_BYTES) flush()
      else timer ??= setTimeout(flush, GATHER_MS).unref()
    },
    flush,
  }
  return target
}

const toStandardOutput = (): LogTarget => {
  const target = gathered((lines) => void process.stdout.write(lines))
  process.on('exit', target.flush)
  return target
}

/** The settings of the log; standard output by default. */
export const logSettings = ({ logLevel }: Config, logTo: LogTarget | undefined) => ({
  level: logLevel,
  serializers: { err: toLoggedError },
  stream: logTo ?? (logLevel === 'silent' ? { write: () => undefined } : toStandardOutput()),
})

/**
 * Returns the path of the call or route as it is declared, like `/api/user/:id`. An address as it was typed may contain a person's
 * words, and links to files have their permission in the query, so neither is logged or counted.
 */
export const routeOf = ({ call, routeOptions }: FastifyRequest): string =>
  call ? `/api${call.endpoint.path}` : (routeOptions.url ?? 'none')

/** The header by which a proxy or a client names the trace that a call belongs to: https://www.w3.org/TR/trace-context/, version 00. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** What is logged of a trace; nothing of a header in another form, which could be any text. */
const traceOf = ({ headers }: FastifyRequest): { traceId?: string; spanId?: string } => {
  const [, traceId, spanId] = traceparent.exec(String(headers.traceparent ?? '')) ?? []
  return traceId && spanId ? { traceId, spanId } : {}
}

/** Logs one line per reply. */
export const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip: address } = request
    const line = {
      method,
      path: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address,
      user: request.session?.me._id,
      ...traceOf(request),
    }
    request.log.info(line, 'request completed')
    done()
  })
}
