import { inspect } from 'node:util'
import { ConfigError } from './config.ts'
import { NewerSchemaError } from './db/migrate.ts'

const sentenceFor = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof NewerSchemaError) return error.message
  if ((error as { code?: unknown } | undefined)?.code === 'EADDRINUSE') return 'The port is already in use. Set PORT to a free one.'
  return inspect(error)
}

/** Ends a program that could not start: one clear sentence for what its owner can mend, the whole error for the rest. */
export const failStart = (error: unknown): never => {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}
