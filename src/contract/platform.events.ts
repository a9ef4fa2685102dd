import * as z from 'zod/mini'
import { event } from './event.ts'

/** What the server sends to every page. */
export const platformEvents = {
  hello: event({
    name: 'hello',
    audience: 'everyone',
    summary: 'Sent to each socket when it opens. After a backup was restored the epoch is another one, and earlier data are out of date',
    payload: z.object({ epoch: z.string() }),
  }),
  changed: event({
    name: 'changed',
    audience: 'followers',
    summary: 'What changed, by the names of topics; a name that a client does not know is for it to ignore',
    payload: z.object({ topics: z.array(z.string()) }),
  }),
  catchUp: event({
    name: 'catch_up',
    audience: 'everyone',
    summary: 'Events may have been missed: fetch what is shown again',
  }),
}
