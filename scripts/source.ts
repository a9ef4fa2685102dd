import { execFileSync } from 'node:child_process'

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * What a build is made from: the same sources say the same, so that two builds of them are equal. Without a repository, as in an
 * image, `CARREL_COMMIT` and `SOURCE_DATE_EPOCH` (in seconds) say it; otherwise it is null. `+` stands for changed files.
 */
export const sourceOf = (): { commit: string | null; committedAt: string | null } => {
  const changed = git('status', '--porcelain', '--untracked-files=no') ? '+' : ''
  const head = git('rev-parse', '--short=12', 'HEAD')
  const seconds = Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct') || Number.NaN)
  return {
    commit: process.env.CARREL_COMMIT || (head ? `${head}${changed}` : null),
    committedAt: Number.isFinite(seconds) ? new Date(seconds * 1_000).toISOString() : null,
  }
}
