import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/* The two ways in which journeys run a hall. */

/** A program of the build that these tests started with; `npm start` would build again when a source is edited. */
export const built = (program: string): string => fileURLToPath(new URL(`../dist/server/${program}.js`, import.meta.url))

/** Node's compile cache, so that each start does not compile the server again. */
export const NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

export type Settings = Record<string, string>
export type Running = {
  /** What it has printed. */
  output: () => string
  stop: () => Promise<void>
}

const outputOf = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let output = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (text) => {
      output += text
    })
  return () => output
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** The program itself, as `npm start` runs it. */
export const runProgram = async (env: Settings): Promise<Running> => {
  const server = spawn(process.execPath, [built('main')], { env })
  return { output: outputOf(server), stop: () => end(server) }
}

export type Host = { run: (env: Settings) => Promise<Running>; close: () => Promise<void> }

/** A process that runs many halls. */
export const startHost = (): Host => {
  const child = fork(fileURLToPath(new URL('halls.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE },
    execArgv: [],
    silent: true,
  })
  const output = outputOf(child)
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  child.on('message', (id: number) => waiting.get(id)?.resolve())
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The process of the halls has ended.\n${output()}`))
  })
  let orders = 0
  const order = async (what: { start: Settings } | { stop: number }): Promise<number> => {
    const id = ++orders
    const done = Promise.withResolvers<void>()
    waiting.set(id, done)
    child.send({ id, ...what })
    await done.promise.finally(() => waiting.delete(id))
    return id
  }
  return {
    run: async (env) => {
      const id = await order({ start: env })
      return { output, stop: async () => void (await order({ stop: id })) }
    },
    close: () => end(child),
  }
}
