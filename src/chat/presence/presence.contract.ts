import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, RoleName } from '#contract/fields.ts'

export const presenceLimits = {
  /** People whose presence one person sees: those of their latest private conversations. */
  people: 500,
} as const

/** `online` while a screen is visible, `away` while all open screens are hidden, and `offline` otherwise. */
const Status = z.enum(['online', 'away', 'offline'])

/** The payload of `user_status_changed`. `lastSeen` is null while the person is online, and if it is unknown or hidden. */
export const StatusChange = z.object({ userId: Id, status: Status, lastSeen: z.nullable(Instant) })
export type StatusChange = z.infer<typeof StatusChange>

const Hidden = z.object({ isHidden: z.boolean('Please choose yes or no') })

export const presenceApi = {
  presence: endpoint({
    method: 'GET',
    path: '/chat/presence',
    access: 'member',
    shows: ['chat', 'conversations', 'users', 'customization'],
    summary: 'Who of the people you chat with in private is here, latest conversation first; nobody where the hall does not show it',
    reply: z.object({
      /** True if the hall lets people see each other's presence. */
      isShown: z.boolean(),
      /** True if you hide your presence from everybody. */
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
