import type { FastifyReply } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { FloodLimits } from './floodLimits.ts'
import { networkOf } from './network.ts'

type Limits = Pick<FloodLimits, 'downloadsPerPerson' | 'downloadsPerAddress'>
type Receiver = { person: string | undefined; address: string }

export type Downloads = {
  /** Counts a download until its reply ends. Throws `tooManyDownloads`. */
  begin: (receiver: Receiver, reply: Pick<FastifyReply, 'raw'>) => void
}

const RETRY_SECONDS = 10

/**
 * Limits concurrent downloads: one that nobody reads holds a connection, an open file and most of a megabyte. Every process counts
 * separately, because they take its own memory.
 */
export const downloadsWithin = (
  { downloadsPerPerson, downloadsPerAddress }: Limits,
  { rateLimits }: Pick<Config, 'rateLimits'>,
): Downloads => {
  if (!rateLimits) return { begin: () => undefined }
  const running = new Map<string, number>()
  const add = (key: string, more: 1 | -1): void => {
    const count = (running.get(key) ?? 0) + more
    if (count > 0) running.set(key, count)
    else running.delete(key)
  }
  return {
    begin: ({ person, address }, { raw }) => {
      const bounds: [string, number][] = [[`address ${networkOf(address)}`, downloadsPerAddress]]
      if (person !== undefined) bounds.push([`person ${person}`, downloadsPerPerson])
      if (bounds.some(([key, most]) => (running.get(key) ?? 0) >= most))
        throw new AppError(commonErrors.tooManyDownloads, { retryAfter: RETRY_SECONDS })
      if (raw.destroyed) return
      for (const [key] of bounds) add(key, 1)
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        for (const [key] of bounds) add(key, -1)
      }
      raw.once('finish', end).once('close', end)
    },
  }
}
