import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { committedFile } from '../scripts/committedFile.ts'

const givenFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, write: (text: string) => writeFileSync(join(folder, 'api.json'), text) }
}

const givenRepository = () => {
  const { folder, write } = givenFolder()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.org', ...words], { cwd: folder, stdio: 'ignore' })
  git('init', '--initial-branch=main')
  const commit = (text: string) => {
    write(text)
    git('add', '.')
    git('commit', '--message', text)
  }
  return { folder, write, git, commit }
}

test('the committed file counts, whatever the working tree has', () => {
  const { folder, write, commit } = givenRepository()
  commit('first')
  write('edited')
  expect(committedFile('api.json', folder, undefined)).toBe('first')
  expect(committedFile('new.json', folder, undefined)).toBeUndefined()
})

test('on a branch of a pull request the file of the target counts', () => {
  const { folder, git, commit } = givenRepository()
  commit('first')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  git('switch', '--create', 'change')
  commit('second')
  expect(committedFile('api.json', folder, 'main')).toBe('first')
})

test('without git the file itself counts', () => {
  const { folder, write } = givenFolder()
  write('unpacked')
  expect(committedFile('api.json', folder, undefined)).toBe('unpacked')
})
