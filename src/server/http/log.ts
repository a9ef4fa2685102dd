import type { FastifyInstance } from 'fastify'
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

/** The settings of the log: to standard output where no target is given. */
export const logSettings = ({ logLevel }: Config, logTo: LogTarget | undefined) => ({
  level: logLevel,
  serializers: { err: tell },
  ...(logTo && { stream: logTo }),
})

/** One line for each answer. Links to files carry their right to open in the query, so a query never reaches the log. */
export const logAnswers = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip: address } = request
    const line = {
      method,
      path: url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address,
      user: request.session?.me._id,
    }
    request.log.info(line, 'answered')
  })
}
