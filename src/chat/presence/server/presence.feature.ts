import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { MINUTE } from '#server/time.ts'
import { presenceApi } from '../presence.contract.ts'
import { presenceEvents } from '../presence.events.ts'
import { presenceChannel } from './presence.channel.ts'
import { onPersonDeleted } from './presence.db.ts'
import { presence, updatePresence } from './presence.service.ts'
import { noteWhoIsHere, tellChanges } from './presence.tell.service.ts'

export const presenceFeature = feature(
  presenceApi,
  { presence, updatePresence },
  {
    tables: { presence: null },
    events: presenceEvents,
    channel: presenceChannel,
    jobs: [
      { name: 'tell who is here', everySeconds: 1, run: tellChanges },
      { name: 'note who is here', everySeconds: 4 * MINUTE, run: noteWhoIsHere },
    ],
    hooks: [personDeleted.by(onPersonDeleted)],
  },
)
