import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { failStart } from '#server/programs/failStart.ts'
import { startHall } from '#server/programs/startHall.ts'

/*
 * Runs the halls of one worker, each on its own folder and port, in one process: starting the program and running it for the first
 * time would take a tenth of the time of all journeys. `journey.spec.ts` begins with the program itself.
 */

/** As the program does, a hall waits no longer for what a browser has left open. */
const DRAIN_MS = 8_000

type Order = { id: number; start?: Record<string, string>; stop?: number }

const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url))
const halls = new Map<number, () => Promise<void>>()

const end = async (stop: () => Promise<void>): Promise<void> => {
  const stopped = stop()
  await Promise.race([stopped, wait(DRAIN_MS, undefined, { ref: false })])
  stopped.catch(() => undefined)
}

const carryOut = async ({ id, start, stop }: Order): Promise<void> => {
  if (start) halls.set(id, (await startHall(start, { clientFolder, stopWork: () => {}, onTooOld: failStart })).stop)
  if (stop === undefined) return
  const running = halls.get(stop)
  halls.delete(stop)
  if (running) await end(running)
}

process.on('message', (order: Order) => void carryOut(order).then(() => process.send?.(order.id), failStart))
process.once('disconnect', () => process.exit())
