/** `npm run pack -- FILE`: the built product as a tarball, which starts after `npm ci --omit=dev` and without the build tools. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '#server/version.ts'
import { buildState } from './freshness.mjs'
import { sourceOf } from './source.ts'

const file = process.argv[2] ?? `carrel-${version}.tar.gz`
/** What an installation needs and what its owner reads. */
const packed = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', ...globSync(['*.md', 'scripts/*.{mjs,cjs}']), 'docs', 'dist']

const run = (command: string, ...args: string[]): void => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(1)
}

if (buildState() !== 'fresh') run(process.execPath, fileURLToPath(new URL('build.ts', import.meta.url)))
mkdirSync(dirname(file), { recursive: true })
// The same sources make the same bytes: neither times nor owners of this machine are in it.
const plain = ['--sort=name', `--mtime=${sourceOf().committedAt ?? '@0'}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX,u+rw']
run('tar', '--create', '--gzip', `--file=${file}`, ...plain, `--transform=s,^,carrel-${version}/,`, ...packed)
console.log(`${file} is written.`)
