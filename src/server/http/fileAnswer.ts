/** What a call with `stream: true` answers: which content to send, and how a browser may treat it. */
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
}
