import type { Readable } from 'node:stream'

/** A completely received file, durable under a temporary name, and not kept yet. */
export type ReceivedFile = {
  /** The name the sender gave it, without folders and control characters; for display only. */
  fileName: string
  /** Lower-case hex. */
  sha256: string
  /** Bytes. */
  size: number
  /** The first bytes (up to 4,096), for detecting the type. */
  head: Buffer
  /** Its current path. */
  temporaryPath: string
}

/** Both ends included, as in the HTTP `Range` header. */
export type ByteRange = { start: number; end: number }

/** Stores contents under their SHA-256, so that the same file is stored once. */
export type Storage = {
  /**
   * Streams to a temporary name while counting and hashing, then makes it durable; memory use stays constant. Throws
   * `commonErrors.tooLarge` (with `tooLargeMessage`) after one byte more than `maxBytes`; every failure removes the temporary file.
   */
  receive(stream: Readable, options: { fileName: string; maxBytes: number; tooLargeMessage?: string }): Promise<ReceivedFile>
  /** Replaces a received file by other bytes, equally durable: discarding the first then discards the second. */
  replace(file: ReceivedFile, bytes: Readable): Promise<ReceivedFile>
  /**
   * Marks the content of a received file as being stored, before `keep`, so that the next start knows about it if this process is
   * killed before the row is saved. Returns a function that removes the mark, to be called after the commit or after the content is
   * removed again.
   */
  markPending(file: ReceivedFile): Promise<() => Promise<void>>
  /**
   * Removes the marked contents of dead processes of this machine, unless `isNamed`, or unless a living process is storing them
   * too. `isNamed` must wait for transactions that may still name the content. Returns the number of removed contents.
   */
  removeUnfinished(isNamed: (sha256: string) => Promise<boolean>): Promise<number>
  /**
   * Moves a received file to its hash, durably (rename, fsync of the folder). Keeping the same content twice stores it once.
   * Returns a function that undoes this: it does nothing if the content existed before, or was kept again since, by this process or
   * another.
   */
  keep(file: ReceivedFile): Promise<() => Promise<void>>
  /** Removes the temporary file; harmless after `keep`. */
  discard(file: ReceivedFile): Promise<void>
  /**
   * Returns the bytes. Throws `commonErrors.notFound` if the content is missing. Its size, where it is known, lets a bucket refuse a
   * reply that has another one.
   */
  read(sha256: string, size?: number): Promise<Readable>
  /** Returns a part of the bytes: a short one as a buffer, because a stream takes longer. Throws like `read`. */
  readRange(sha256: string, range: ByteRange): Promise<Readable | Buffer>
  /** Provides a content as a file of this machine while `work` runs. Throws `commonErrors.notFound` if it is missing. */
  withLocal<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes a content, even if a row names it. Returns whether it was there. */
  remove(sha256: string): Promise<boolean>
  /**
   * Removes a content, unless another living process is storing it, or `isNamed`, which is asked last, or any process has kept it since
   * `keptBefore`. This process must not be storing it meanwhile. Returns whether it removed one.
   */
  removeUnnamed(sha256: string, isNamed: () => Promise<boolean>, keptBefore?: Date): Promise<boolean>
  /**
   * Yields every content with its size and the instant of its last `keep`, for the sweep and the doctor. A foreign one was put into
   * the bucket by another installation.
   */
  list(): AsyncIterable<{ sha256: string; size: number; keptAt: Date; isForeign?: boolean }>
  /** Removes temporary files that nothing was written to since `before`. Returns their number. */
  removeLeftovers(before: Date): Promise<number>
  /** Of a storage on another machine. */
  remote?: Remote
}

export type Remote = {
  /** Returns whether it could be used within the last seconds. */
  state(): Promise<'connected' | 'away'>
  /** Throws `BucketAway` unless it can be used now. */
  probe(): Promise<void>
  /** Returns an address of the content there that works for five minutes, with these `response-…` headers; if that is configured. */
  signedUrl?(sha256: string, reply: Readonly<Record<string, string>>): string
}
