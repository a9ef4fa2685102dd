import { AppError, commonErrors } from '#contract/errors.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 and nothing else: a lenient decoder would replace what it cannot read, and other text than was sent would be stored. */
export const decodeUtf8 = (bytes: Uint8Array, refusal?: AppError): string => {
  try {
    return strict.decode(bytes)
  } catch {
    throw refusal ?? new AppError(commonErrors.malformed)
  }
}

/** Refuses a query whose percent-encoding cannot be read, for the same reason; the framework replaces it. */
export const mustBeReadable = (url: string): void => {
  if (!url.includes('%')) return
  try {
    decodeURIComponent(url)
  } catch {
    throw new AppError(commonErrors.malformed)
  }
}
