import type { Readable } from 'node:stream'

/** A stored content to send, and how a browser may treat it. */
export type FileAnswer = {
  sha256: string
  /** Bytes. */
  size: number
  /** The stored media type. */
  mediaType: string
  /** The file name for saving. */
  fileName: string
  /** `attachment` unless the kind of content is safe to show. */
  disposition: 'inline' | 'attachment'
  /**
   * `private` is never stored by caches; `immutable` is for public addresses that change with their content; `day` for addresses
   * that are signed for a day, which the browser may cache for as long as the signature is valid.
   */
  cache: 'private' | 'immutable' | 'day'
  /** True for a re-encoded picture, of which pages show many: it does not count as a download. */
  isPicture?: boolean
  /** True if a browser may be redirected to the bucket, where that is configured. */
  mayRedirect?: boolean
  /** The id of the person who downloads it, if a link names one. */
  holder?: string
}

/** A file that is generated while it is sent; it is not stored, and has no ranges. */
export type StreamAnswer = {
  content: Readable
  mediaType: string
  /** The file name for saving. */
  fileName: string
}

/** What a call with `stream: true` returns. */
export type Streamed = FileAnswer | StreamAnswer
