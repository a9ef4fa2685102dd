import * as z from 'zod/mini'
import { RoleName } from '#contract/actor.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/fields.ts'

/** Whether someone is here: at the screen, with every open screen out of sight, or not at all. */
export const Status = z.enum(['online', 'away', 'offline'])
export type Status = z.infer<typeof Status>

/** What `user_status_changed` carries. `lastSeen` is null while someone is here, and where nobody knows or may know. */
export const StatusChange = z.object({ userId: Id, status: Status, lastSeen: z.nullable(Instant) })
export type StatusChange = z.infer<typeof StatusChange>

const Hidden = z.object({ isHidden: z.boolean('Please choose yes or no') })

export const presenceApi = {
  presence: endpoint({
    method: 'GET',
    path: '/chat/presence',
    access: 'member',
    shows: ['chat', 'conversations', 'users', 'customization'],
    summary: 'Who of the people you chat with in private is here, latest conversation first; nobody where the institution does not show it',
    reply: z.object({
      /** Whether the institution lets people see this of one another. */
      isShown: z.boolean(),
      /** Whether you hide it from everybody. */
      isHidden: z.boolean(),
      items: z.array(z.object({ ...StatusChange.shape, name: z.string(), role: RoleName })),
    }),
  }),
  updatePresence: endpoint({
    method: 'PUT',
    path: '/chat/presence',
    access: 'member',
    changes: [],
    summary: 'Hides whether you are here, and when you last were, from everybody, or shows it again',
    body: Hidden,
    reply: Hidden,
  }),
}
