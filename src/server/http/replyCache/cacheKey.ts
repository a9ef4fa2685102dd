import type { Role } from '#contract/actor.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import { DAY } from '#server/time.ts'

type Call = {
  path: string
  /** As validated, not as written. */
  address: unknown
  role: Role | undefined
  now: Date
}

/** Returns everything that a cached reply may depend on besides what it shows. Replies have links that are signed for a day (UTC). */
export const cacheKeyOf = ({ path, address, role, now }: Call): string =>
  `${role ?? 'anyone'} ${Math.floor(now.getTime() / (DAY * 1_000))} ${path} ${JSON.stringify(address)}`

/** Returns the call as a cached function sees it, without its person: its reply is shared by callers of the same role. */
export const ofRole = (ctx: OpenCtx): OpenCtx => {
  const refuse = (): never => {
    throw new Error('A reply that is cached for a whole role cannot depend on who asks.')
  }
  const me = ctx.me && Object.defineProperties({ ...ctx.me }, { _id: { get: refuse }, name: { get: refuse } })
  return { ...ctx, me, sessionId: null, address: '', userAgent: '' }
}
