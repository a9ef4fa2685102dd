import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** Where the lines of the log go. */
export type LogTarget = { write: (line: string) => void }

type Told = { type: string; message: string; stack: string; code?: unknown; cause?: Told }

/**
 * What is written down of an error. Drivers put the values of the statement, or the whole row, into further fields of
 * theirs (`params`, `detail`), and those hold what people typed and what protects them.
 */
const tell = (error: unknown): Told => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name: type, message, stack = '', cause } = error
  return { type, message, stack, ...('code' in error && { code: error.code }), ...(cause instanceof Error && { cause: tell(cause) }) }
}

const GATHER_MS = 100
const GATHER_BYTES = 16_384
const ERROR = 50

/**
 * Writes lines together: one call of the system for each takes a seventh of a busy server's time. Those of an error are written
 * at once, and the end of the process, also by an error that nobody caught, writes what is still here.
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
    // So asked, pino tells here of which level the line is that it writes.
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

/** The settings of the log: to standard output where no target is given. */
export const logSettings = ({ logLevel }: Config, logTo: LogTarget | undefined) => ({
  level: logLevel,
  serializers: { err: tell },
  stream: logTo ?? (logLevel === 'silent' ? { write: () => undefined } : toStandardOutput()),
})

/**
 * Links to files carry their right to open in the query, so a query never reaches the log. Of an address that no call takes
 * only the beginning does: it may be a link whose `?` or `#` got lost on its way.
 */
const pathOf = ({ url, is404 }: FastifyRequest): string | undefined =>
  is404 ? /^(?:\/[A-Za-z-]{0,20}(?![^/?])){0,2}/.exec(url)?.[0] : url.split('?')[0]

/** One line for each answer. */
export const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip: address } = request
    const line = {
      method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address,
      user: request.session?.me._id,
    }
    request.log.info(line, 'request completed')
    done()
  })
}
