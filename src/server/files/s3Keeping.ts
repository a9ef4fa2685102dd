import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clocked } from '#server/clock.ts'
import { databaseNow } from '#server/db/databaseClock.ts'
import { transact } from '#server/db/transact.ts'
import { DAY, HOUR, MINUTE } from '#server/time.ts'
import { BucketAway, isBucketAway } from './bucketAway.ts'
import * as rows from './keptContents.db.ts'
import type { Bucket } from './s3Client.ts'
import { keyOf, sizeIn } from './s3Reading.ts'
import type { Storage } from './storage.ts'
import { isNameOfDead, pendingName, temporaryName } from './temporary.ts'

/*
 * A bucket has no rename and no locks, so the database decides which of two nodes may act on a content. A node that keeps a content
 * records that first, which it cannot while another removes it. A node that removes one records that first, unless the content was
 * kept or marked meanwhile. If a removal remains undecided because its reply was lost, nobody keeps the content until the bucket
 * would refuse the removal's signature, a quarter of an hour later. That time is the database's, because to a node whose clock is ahead
 * every removal would seem to be over.
 */

const UNDECIDED_MINUTES = 16
/** A mark that is older belongs to a dead process, also if the clocks of two nodes differ by a day. The sweep spares what is younger. */
const MARK_SECONDS = DAY + HOUR

/** Another removal of the same content is not over. */
const undecided = Symbol('undecided')

export type KeepingNeeds = Clocked & {
  bucket: Bucket
  /** How long a keeping, or another removal, waits for a removal of the same content. */
  waitMs: number
}

type Condition = {
  /** Removes only what was kept last before this instant. */
  keptBefore?: string
  /** Removes only what this keeping has kept last. */
  keptBy?: string
  /** Removes only what no process is storing, except by this mark. */
  exceptMark?: string
  /** Decides after nobody can keep the content any more. */
  isNamed?: () => Promise<boolean>
}

/**
 * Blocks keeping if the condition holds; returns the end of the block. What this installation has not put into the bucket is never
 * removed: two may share one by mistake.
 */
const beginRemoval = ({ db, clock }: KeepingNeeds, sha256: string, condition: Condition): Promise<string | typeof undecided | undefined> =>
  transact(db, async (tx) => {
    const row = await rows.lock(tx, sha256)
    const now = (await databaseNow(tx)).getTime()
    if (!row) return undefined
    if (row.removingUntil !== null && Date.parse(row.removingUntil) >= now) return undecided
    const { keptBefore, keptBy, exceptMark } = condition
    if (keptBefore !== undefined && row.keptAt >= keptBefore) return undefined
    if (keptBy !== undefined && row.keptBy !== keptBy) return undefined
    const since = new Date(clock().getTime() - MARK_SECONDS * 1_000).toISOString()
    if (exceptMark !== undefined && (await rows.isMarked(tx, sha256, since, exceptMark))) return undefined
    const until = new Date(now + UNDECIDED_MINUTES * MINUTE * 1_000).toISOString()
    await rows.setRemoving(tx, sha256, until)
    return until
  })

/** Waits while another removal of the content is undecided, which may leave it because of a row that is gone by now. */
const beginInTurn = async (needs: KeepingNeeds, sha256: string, condition: Condition, waitMs: number): Promise<string | undefined> => {
  for (const end = performance.now() + waitMs; ; await wait(50)) {
    const until = await beginRemoval(needs, sha256, condition)
    if (until !== undecided) return until
    if (performance.now() > end) return undefined
  }
}

const removeIf = async (needs: KeepingNeeds, sha256: string, condition: Condition, waitMs = 0): Promise<boolean> => {
  const { db, bucket } = needs
  const until = await beginInTurn(needs, sha256, condition, waitMs)
  if (until === undefined) return false
  if (await condition.isNamed?.()) {
    await rows.cancelRemoval(db, sha256, until)
    return false
  }
  try {
    await bucket.fetch({ method: 'DELETE', key: keyOf(sha256) })
  } catch (error) {
    if (isBucketAway(error) && !error.isUndecided) await rows.cancelRemoval(db, sha256, until)
    throw error
  }
  await rows.forget(db, sha256, until)
  return true
}

/** Records a keeping, and waits while another process removes the content. */
const recordKeeping = async ({ db, clock, waitMs }: KeepingNeeds, sha256: string): Promise<string> => {
  const keptBy = temporaryName()
  for (const until = performance.now() + waitMs; ; await wait(50)) {
    if (await rows.keep(db, { sha256, keptAt: clock().toISOString(), keptBy }, await databaseNow(db))) return keptBy
    if (performance.now() > until) throw new BucketAway('a removal of the same content is undecided', { isWrite: true })
  }
}

type Source = { sha256: string; size: number; temporaryPath: string }

/**
 * Uploads a file unless the bucket has it, and asks for its size then: a reply may be lost or wrong. Returns whether the bucket had
 * it, or may have had it. A content that was cut is replaced.
 */
const upload = async (bucket: Bucket, { sha256, size, temporaryPath }: Source): Promise<'created' | 'existed'> => {
  const put = (headers: Record<string, string>) =>
    bucket.fetch({
      method: 'PUT',
      key: keyOf(sha256),
      headers,
      upload: { sha256, size, open: () => createReadStream(temporaryPath, { highWaterMark: 256 * 1_024 }) },
    })
  const hasIt = async (): Promise<boolean> => (await sizeIn(bucket, sha256)) === size
  const first = await put({ 'if-none-match': '*' }).catch(async (error: unknown) => {
    if (isBucketAway(error) && error.isUndecided && (await hasIt().catch(() => false))) return undefined
    throw error
  })
  const isCreated = first !== undefined && first.reply.statusCode !== 412
  if (await hasIt()) return isCreated ? 'created' : 'existed'
  if (!isCreated) await put({})
  if (isCreated || !(await hasIt())) throw new BucketAway('the bucket does not have what it accepted', { isWrite: true })
  return 'existed'
}

type Keeping = Pick<Storage, 'keep' | 'markPending' | 'remove' | 'removeUnnamed' | 'removeUnfinished'>

export const keepingIn = (needs: KeepingNeeds): Keeping => {
  const { db, clock, bucket } = needs
  return {
    keep: async (file) => {
      const keptBy = await recordKeeping(needs, file.sha256)
      const outcome = await upload(bucket, file)
      return async () => void (outcome === 'existed' || (await removeIf(needs, file.sha256, { keptBy })))
    },
    markPending: async ({ sha256 }) => {
      const name = pendingName(sha256)
      await rows.mark(db, { name, sha256, markedAt: clock().toISOString() })
      return async () => void (await rows.unmark(db, name))
    },
    remove: (sha256) => removeIf(needs, sha256, {}),
    removeUnnamed: (sha256, isNamed, keptBefore) => {
      const condition = { exceptMark: '', isNamed, ...(keptBefore && { keptBefore: keptBefore.toISOString() }) }
      // The sweep, which gives `keptBefore`, comes again.
      return removeIf(needs, sha256, condition, keptBefore ? 0 : needs.waitMs)
    },
    removeUnfinished: async (isNamed) => {
      let removed = 0
      for (const { name, sha256 } of await rows.marks(db)) {
        if (!isNameOfDead(name)) continue
        const done = await removeIf(needs, sha256, { exceptMark: name, isNamed: () => isNamed(sha256) }).catch(unlessAway)
        // If the bucket is away, the marks stay for the next start, unless the sweep comes before it.
        if (done === undefined) break
        if (done) removed++
        await rows.unmark(db, name)
      }
      return removed
    },
  }
}

const unlessAway = (error: unknown): undefined => {
  if (isBucketAway(error)) return undefined
  throw error
}
