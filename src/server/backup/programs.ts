import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChoresTable } from '../db/tables/platform.ts'
import type { Platform } from '../feature/platform.ts'

type Name = ChoresTable['name']

// Unbuilt, it is beside this folder; bundled, it is beside the main program, which contains this code or has it in a chunk.
const entryOf = (name: Name): string | undefined =>
  [`./${name}.js`, `../${name}.js`, `../programs/${name}.ts`].map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync)

const running = new Map<Name, ChildProcess>()

// Stopping the server does not wait for the programs; an unfinished one leaves nothing.
process.once('exit', () => {
  for (const child of running.values()) child.kill('SIGKILL')
})

/**
 * Starts one of the long programs in a process of its own, so that it blocks nobody and its memory is freed when it ends. Does
 * nothing while this server runs one of that name.
 */
export const startProgram = ({ log }: Pick<Platform, 'log'>, name: Name): void => {
  const entry = entryOf(name)
  if (!entry || running.has(name)) return
  const child = spawn(process.execPath, [entry], { stdio: ['ignore', 'ignore', 'pipe'] })
  running.set(name, child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-2_000)
  })
  const ended = (code: number | null): void => {
    running.delete(name)
    if (code === 0) log.info({ program: name }, 'a program that was started beside the server is done')
    else log.error({ program: name, code, errors }, 'a program that was started beside the server failed')
  }
  child.once('close', ended).once('error', (error) => {
    errors = error.message
  })
}
