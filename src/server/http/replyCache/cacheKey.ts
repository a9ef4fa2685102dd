import type { Role } from '#contract/actor.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { DAY } from '#server/time.ts'

type Call = {
  path: string
  /** As it was validated, and not as it was written. */
  address: unknown
  role: Role | undefined
  now: Date
}

/** Everything that a cached answer may depend on besides what it shows. Answers hold links that are signed for a day (UTC). */
export const cacheKeyOf = ({ path, address, role, now }: Call): string =>
  `${role ?? 'anyone'} ${Math.floor(now.getTime() / (DAY * 1_000))} ${path} ${JSON.stringify(address)}`

/** The call as a function sees it whose answer is cached for others of the same role. */
export const ofRole = (ctx: OpenCtx): OpenCtx => {
  const refuse = (): never => {
    throw new Error('A reply that is cached for a whole role cannot depend on who asks.')
  }
  const me = ctx.me && Object.defineProperties({ ...ctx.me }, { _id: { get: refuse }, name: { get: refuse } })
  return { ...ctx, me, sessionId: null, address: '', userAgent: '' }
}
