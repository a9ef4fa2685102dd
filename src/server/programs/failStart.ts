import { inspect } from 'node:util'
import { ConfigError } from '#server/config.ts'
import { SchemaError } from '#server/db/migrate.ts'
import { isDiskFull } from '#server/db/violations.ts'

type SystemError = { code?: string; syscall?: string; hostname?: string; address?: string; port?: number }

/** One clear sentence if its owner can fix it, else the whole error. */
export const sentenceFor = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof SchemaError) return error.message
  if (isDiskFull(error)) return 'The disk is full. Make room and try again.'
  const { code, syscall, hostname, address, port } = (error ?? {}) as SystemError
  if (code === 'EADDRINUSE') return 'The port is already in use. Set PORT to a free one.'
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT ${port} needs administrator rights on this machine. Set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') return `HOST must be an address of this machine, not "${hostname ?? address}".`
  return inspect(error)
}

/** Ends a program that could not start: with one clear sentence if its owner can fix it, else with the whole error. */
export const failStart = (error: unknown): never => {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}
