import { vi } from 'vitest'
import type { EventTable, EventWorld } from '#server/testing/events/table.ts'
import type { presenceEvents } from '../presence.events.ts'
import { tellChanges } from './presence.tell.service.ts'

/** Runs the job that runs every second, until the actor's partners are notified of this status. */
const tellUntil = (world: EventWorld, status: string): Promise<void> =>
  vi.waitFor(
    async () => {
      await tellChanges(world.app.platform)
      const heard = world
        .heard('partner student')
        .some(({ event, payload }) => event === 'user_status_changed' && payload.status === status)
      if (!heard) throw new Error(`not ${status} yet`)
    },
    { timeout: 20_000 },
  )

export const presenceAudience: EventTable<typeof presenceEvents> = {
  userStatusChanged: {
    'to those with a private conversation': [
      async (world) => {
        world.socket('actor').emit('update_status', 'away')
        await tellUntil(world, 'away')
        return world.person('actor')._id
      },
      ['partner'],
    ],
  },
}
