import type { Readable } from 'node:stream'

/** A stored content: which one to send, and how a browser may treat it. */
export type FileAnswer = {
  sha256: string
  /** Bytes. */
  size: number
  /** The stored media type. */
  mediaType: string
  /** The name offered when it is saved. */
  fileName: string
  /** `attachment` unless the kind of content is safe to show. */
  disposition: 'inline' | 'attachment'
  /**
   * `private` is never stored by caches; `immutable` is for public addresses that change with their content; `day` for
   * addresses that are signed for a day, which the caller's browser may keep for as long as the signature lives.
   */
  cache: 'private' | 'immutable' | 'day'
  /** Of a picture that was painted here, and that pages show many of: it is not counted as a download. */
  isPicture?: boolean
  /** The id of the person who downloads it, where a link says so. */
  holder?: string
}

/** What is made while it is sent, to be saved as a file; nobody keeps it, and no part of it can be asked for. */
export type StreamAnswer = {
  content: Readable
  mediaType: string
  /** The name offered when it is saved. */
  fileName: string
}

/** What a call with `stream: true` answers. */
export type Streamed = FileAnswer | StreamAnswer
