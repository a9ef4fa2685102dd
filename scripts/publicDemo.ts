import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dayIn } from '#contract/day.ts'
import { v8Settings } from './processSettings.mjs'

/*
 * A public demo is a server that another process starts, stops and gives new data. The new data is filled in a folder of its
 * own, by a server that only this computer reaches, so that visitors see either the old data or the new. Then the server is
 * stopped, the folders change places, and it is started again on the same port. All sessions end with the old data.
 */

type Environment = Readonly<Record<string, string | undefined>>
type Server = { port: number; stop: () => Promise<void>; isRunning: () => boolean }

export type PublicDemo = {
  /** The built server. */
  program: string
  /** The data folder. The two beside it, for the data before and after, belong to the demo too. */
  folder: string
  env: Environment
  timeZone: string
  fill: (origin: string) => Promise<void>
  clock: () => Date
  say: (sentence: string) => void
}

const RESET_HOUR = 3
const HOUR_MS = 3_600_000
const CHECK_MS = 30_000

/** The day to whose night an instant belongs: it changes at three in the morning, when hardly anybody is there. */
export const nightOf = (timeZone: string, now: Date): string => dayIn(timeZone, new Date(now.getTime() - RESET_HOUR * HOUR_MS))

const portOf = (child: ChildProcess): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
    const port = /ready at \S+?:(\d+)\s/.exec(text)?.[1]
    if (port) resolve(Number(port))
  })
  child.once('exit', () => reject(new Error('The server did not start.')))
  return promise
}

/** Starts the server and waits until it is ready. It stops with this process, because its channel to it closes. */
const startServer = async (program: string, env: Environment): Promise<Server> => {
  const child = spawn(process.execPath, [...v8Settings, program], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const port = await portOf(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (!isRunning()) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { port, stop, isRunning }
}

/** Serves a demo whose data is new at the start and every night. */
export const makePublicDemo = ({ program, folder, env, timeZone, fill, clock, say }: PublicDemo) => {
  const [next, before] = [`${folder}.next`, `${folder}.before`]
  let server: Server | undefined
  let night = ''
  let retryAt = new Date(0)

  const fillNext = async (): Promise<void> => {
    await rm(next, { recursive: true, force: true })
    const hidden = await startServer(program, { ...env, DATA_DIR: next, HOST: '127.0.0.1', PORT: '0' })
    await fill(`http://127.0.0.1:${hidden.port}`).finally(hidden.stop)
  }
  const changePlaces = async (): Promise<void> => {
    await rm(before, { recursive: true, force: true })
    if (existsSync(folder)) await rename(folder, before)
    await rename(next, folder)
  }
  const serve = async (port: string | undefined): Promise<Server> => startServer(program, { ...env, DATA_DIR: folder, PORT: port })

  /** Data that could not be filled changes nothing: the demo goes on with the old until the next try. */
  const reset = async (): Promise<void> => {
    const of = nightOf(timeZone, clock())
    await fillNext()
    const port = server ? String(server.port) : env.PORT
    await server?.stop()
    await changePlaces()
    server = await serve(port)
    night = of
    await rm(before, { recursive: true, force: true })
  }

  /** Resets the data if the night has changed, by however much the clock has moved. */
  const tick = async (): Promise<void> => {
    const now = clock()
    if (nightOf(timeZone, now) === night || now < retryAt) return
    say('Resetting the demo…')
    try {
      await reset()
      say('The demo has new data.')
    } catch (error) {
      // Without a server there is nothing to go on with: the program ends, and its supervisor can start it again.
      if (!server?.isRunning()) throw error
      retryAt = new Date(now.getTime() + HOUR_MS)
      say(`The demo could not be reset and goes on with the old data: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    start: reset,
    tick,
    port: () => server?.port,
    isRunning: () => server?.isRunning() ?? false,
    stop: async () => server?.stop(),
  }
}
export type RunningDemo = ReturnType<typeof makePublicDemo>

/** Looks at the clock twice a minute, and ends when the server does. */
export const keepFresh = async (demo: RunningDemo): Promise<void> => {
  while (demo.isRunning()) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    if (demo.isRunning()) await demo.tick()
  }
}
