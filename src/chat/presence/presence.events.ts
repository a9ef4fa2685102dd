import * as z from 'zod/mini'
import { event, inboundEvent } from '#contract/event.ts'
import { StatusChange } from './presence.contract.ts'

/** Events about presence that the server sends. */
export const presenceEvents = {
  userStatusChanged: event({
    name: 'user_status_changed',
    audience: 'partners',
    summary: 'Someone is here, away or gone, or hides it',
    payload: StatusChange,
  }),
}

/** Events by which a browser reports its person's status. */
export const presenceInbound = {
  updateStatus: inboundEvent({
    name: 'update_status',
    summary: 'Whether this page is looked at',
    input: z.enum(['online', 'away']),
  }),
}
