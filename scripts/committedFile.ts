import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const git = (folder: string, ...words: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 })
  return status === 0 ? stdout : undefined
}

/** Returns the commit to compare with: on a build server the one at which the branch left its target, else the last one. */
const baseOf = (folder: string, target: string | undefined): string => {
  const fork = target && git(folder, 'merge-base', 'HEAD', `origin/${target}`)?.trim()
  return fork || 'HEAD'
}

/**
 * Returns a file as it was committed last or, if `GITHUB_BASE_REF` names the target of a pull request, as the branch found it;
 * undefined for a new file. Without git, as in an unpacked archive, it is the file itself.
 */
export const committedFile = (path: string, folder = '.', target = process.env.GITHUB_BASE_REF): string | undefined => {
  if (git(folder, 'rev-parse', '--git-dir') !== undefined) return git(folder, 'show', `${baseOf(folder, target)}:./${path}`)
  return existsSync(`${folder}/${path}`) ? readFileSync(`${folder}/${path}`, 'utf8') : undefined
}
