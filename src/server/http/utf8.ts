import { AppError, commonErrors } from '#contract/errors.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes strict UTF-8: a lenient decoder would replace what it cannot read, and store another text than was sent. */
export const decodeUtf8 = (bytes: Uint8Array, refusal?: AppError): string => {
  try {
    return strict.decode(bytes)
  } catch {
    throw refusal ?? new AppError(commonErrors.malformed)
  }
}

/** Refuses a query with invalid percent-encoding, for the same reason; the framework would replace it. */
export const assertDecodableQuery = (url: string): void => {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url)
  } catch {
    throw new AppError(commonErrors.malformed)
  }
}
