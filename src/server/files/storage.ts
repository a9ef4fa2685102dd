import type { Readable } from 'node:stream'

/** A file that has come in whole and lies durably under a temporary name, not yet kept. */
export type ReceivedFile = {
  /** The name the sender gave it, cleaned of folders and control characters; for display only. */
  fileName: string
  /** Lower-case hex. */
  sha256: string
  /** Bytes. */
  size: number
  /** The first bytes (up to 4,096), for judging the type. */
  head: Buffer
  /** Where it lies for now. */
  temporaryPath: string
}

/** Both ends included, as in the HTTP `Range` header. */
export type ByteRange = { start: number; end: number }

/** Where contents are kept, addressed by their SHA-256, so that the same file is stored once. */
export type Storage = {
  /**
   * Streams to a temporary name while counting and hashing, then makes it durable; memory stays flat.
   * Throws `commonErrors.tooLarge` (with `tooLargeMessage`) after one byte more than `maxBytes`; every failure removes the temporary file.
   */
  receive(stream: Readable, options: { fileName: string; maxBytes: number; tooLargeMessage?: string }): Promise<ReceivedFile>
  /** Puts other bytes, as durable, in the place of a received file: discarding the one then discards the other. */
  replace(file: ReceivedFile, bytes: Readable): Promise<ReceivedFile>
  /**
   * Marks the content of a received file as being stored, before `keep`, so that the next start knows of it if this process is killed before the
   * row is saved. Returns how to remove the mark, after the commit or after the content is removed again.
   */
  markPending(file: ReceivedFile): Promise<() => Promise<void>>
  /**
   * Removes the contents that dead processes of this machine left marked, unless `isNamed`, or unless a living process is
   * storing them too. `isNamed` must wait for transactions that may still name the content. Returns how many it removed.
   */
  removeUnfinished(isNamed: (sha256: string) => Promise<boolean>): Promise<number>
  /**
   * Moves a received file to its hash, durably (rename, fsync of the folder). Keeping the same content twice stores it once.
   * Returns how to take this keeping back: that does nothing where the content was there before, or was kept again since,
   * by this process or another.
   */
  keep(file: ReceivedFile): Promise<() => Promise<void>>
  /** Removes the temporary file; harmless after `keep`. */
  discard(file: ReceivedFile): Promise<void>
  /** The bytes. Throws `commonErrors.notFound` where the content is missing. */
  read(sha256: string): Promise<Readable>
  /** A part of the bytes: a short one at once, because a stream takes longer than the bytes. Throws as `read`. */
  readRange(sha256: string, range: ByteRange): Promise<Readable | Buffer>
  /** Gives a content as a file of this machine, for as long as `work` runs. Throws `commonErrors.notFound` where it is missing. */
  withLocal<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes a content, unless someone, in whatever process, has kept it since `keptBefore`. Returns whether it removed one. */
  remove(sha256: string, keptBefore?: Date): Promise<boolean>
  /**
   * Removes a content at once, unless `isNamed` or another living process is storing it. Nobody in this process may be storing
   * it meanwhile.
   */
  removeUnnamed(sha256: string, isNamed: () => Promise<boolean>): Promise<boolean>
  /** Every content there is, with its size and the instant of its last `keep`, for the sweep and the doctor. */
  list(): AsyncIterable<{ sha256: string; size: number; keptAt: Date }>
  /** Removes temporary files that nothing was written to since `before`. Returns how many. */
  removeLeftovers(before: Date): Promise<number>
}
