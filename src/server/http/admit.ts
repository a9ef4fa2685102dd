import type { FastifyRequest } from 'fastify'
import { type Endpoint, may } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Platform } from '#server/feature/platform.ts'
import { findSession, type LiveSession, tokenOf } from '#server/sessions/sessions.ts'

/** Returns the session of a call that anyone may make; null if there is no valid one. */
const recognize = async (platform: Platform, authorization: string | undefined): Promise<LiveSession | null> => {
  const token = tokenOf(authorization)
  try {
    return (token && (await findSession(platform, token, platform.clock()))) || null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Identifies the caller before a byte of the body is read. A call that anyone may make ignores a dead token, so that signing in
 * again works. Streaming endpoints reject an invalid token, because there the token alone grants access.
 */
export const admit = async (platform: Platform, endpoint: Endpoint, authorization: string | undefined): Promise<LiveSession | null> => {
  const isOpen = may(endpoint, null)
  if (isOpen && !endpoint.stream) return endpoint.recognizes ? recognize(platform, authorization) : null
  const token = tokenOf(authorization)
  const session = token ? await findSession(platform, token, platform.clock()) : undefined
  if (!session && (!isOpen || authorization)) throw new AppError(commonErrors.notSignedIn)
  if (session && !may(endpoint, session.me)) throw new AppError(commonErrors.notAllowed)
  return session ?? null
}

/**
 * Identifies the caller again after a body that arrived late: it may take many minutes, and a caller who loses the session in the
 * meantime could otherwise begin calls in advance and finish them afterwards.
 */
export const assertStillAdmitted = async (
  platform: Platform,
  endpoint: Endpoint,
  { session, isBodyLate, headers }: FastifyRequest,
): Promise<void> => {
  if (session && isBodyLate) await admit(platform, endpoint, headers.authorization)
}
