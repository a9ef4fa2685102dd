import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { isDiskFull, isUnavailable } from '#server/db/violations.ts'
import { isBucketAway } from '#server/files/bucketAway.ts'

/** Our words for errors of the framework; the rest of its 4xx are `malformed`. */
const frameworkKinds: Record<string, ErrorKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: commonErrors.tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: commonErrors.unsupportedType,
  FST_INVALID_MULTIPART_CONTENT_TYPE: commonErrors.unsupportedType,
  FST_FIELDS_LIMIT: commonErrors.tooLarge,
  FST_PARTS_LIMIT: commonErrors.tooLarge,
  FST_FILES_LIMIT: commonErrors.invalid,
  FST_ERR_ROUTE_MISSING: commonErrors.notFound,
  FST_ERR_MAX_PARAM_LENGTH: commonErrors.notFound,
}

const expectedOf = (error: FastifyError): AppError | undefined => {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError(commonErrors.diskFull)
  if (isUnavailable(error)) return new AppError(commonErrors.unavailable)
  const known = frameworkKinds[error.code]
  if (known) return new AppError(known)
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? new AppError(commonErrors.malformed) : undefined
}

/** The one place that turns an error into a reply. Details of unexpected errors stay in the log. */
export const answerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const expected = expectedOf(error)
  if (!expected) {
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send({ message: commonErrors.internal.message, code: commonErrors.internal.code, requestId: request.id })
  }
  // The stack of a lost connection is useless, and many calls fail together.
  if (isUnavailable(error)) request.log.warn({ reason: error.message || error.code }, 'the database is unavailable or too busy')
  if (isBucketAway(error)) request.log.warn({ reason: error.reason }, 'the bucket cannot be used')
  const { retryAfter = expected.kind.status === 503 ? 1 : undefined } = expected.extras
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  return reply.code(expected.kind.status).send(expected.toReply())
}

export const answerFailures = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError>(answerFailure)
}
