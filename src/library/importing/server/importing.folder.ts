import { relative } from 'node:path'
import type { importer } from './importing.service.ts'
import { type Progress, showProgress } from './progress.ts'
import { type Found, walk } from './walk.ts'

type Take = NonNullable<Awaited<ReturnType<typeof importer>>>

export type Summary = { taken: number; there: number; refused: number; passed: number }

/** Parallel imports share commits, each of which waits for the disk. */
const MAX_FILES_AT_ONCE = 8

type Import = {
  root: string
  /** The library's own data folder, which is never imported. */
  passOver: string
  take: Take
  output: Parameters<typeof showProgress>[1]
  isStopping: () => boolean
}

const countFiles = async ({ root, passOver, isStopping }: Import): Promise<number> => {
  let files = 0
  for await (const { kind } of walk(root, passOver)) {
    if (isStopping()) break
    if (kind === 'file') files++
  }
  return files
}

const takeOne = async ({ root, take }: Import, found: Found, summary: Summary, progress: Progress): Promise<void> => {
  const refuse = (path: string, why: string) => {
    summary.refused++
    progress.say(`Rejected: ${relative(root, path) || '.'}: ${why}`)
  }
  if (found.kind === 'passed') summary.passed++
  else if (found.kind === 'unreadable') refuse(found.path, found.why)
  else {
    const imported = await take(found)
    if (imported.outcome === 'refused') refuse(found.path, imported.why)
    else summary[imported.outcome]++
    progress.step()
  }
}

/**
 * Imports every file below a folder, several in parallel, and reports progress. When it is stopped, it finishes the files in progress and
 * returns early.
 */
export const importFolder = async (task: Import): Promise<Summary> => {
  const summary: Summary = { taken: 0, there: 0, refused: 0, passed: 0 }
  const progress = showProgress(await countFiles(task), task.output)
  const found = walk(task.root, task.passOver)
  let failed = false
  const work = async (): Promise<void> => {
    for (let next = await found.next(); !next.done && !failed && !task.isStopping(); next = await found.next())
      await takeOne(task, next.value, summary, progress)
  }
  try {
    const workers = Array.from({ length: MAX_FILES_AT_ONCE }, () =>
      work().catch((error: unknown) => {
        failed = true
        throw error
      }),
    )
    // All workers must finish before the database is closed.
    const ended = await Promise.allSettled(workers)
    for (const worker of ended) if (worker.status === 'rejected') throw worker.reason
    return summary
  } finally {
    progress.end()
  }
}
