import { feature } from '#server/feature/feature.ts'
import { MINUTE } from '#server/time.ts'
import { presenceApi } from '../presence.contract.ts'
import { presenceChannel } from './presence.channel.ts'
import { removeOfPerson } from './presence.db.ts'
import { presence, updatePresence } from './presence.service.ts'
import { noteWhoIsHere, tellChanges } from './presence.tell.service.ts'

export const presenceFeature = feature(
  presenceApi,
  { presence, updatePresence },
  {
    tables: { presence: null },
    channel: presenceChannel,
    jobs: [
      { name: 'tell who is here', everySeconds: 1, run: tellChanges },
      { name: 'note who is here', everySeconds: 4 * MINUTE, run: noteWhoIsHere },
    ],
    onPersonRemoved: removeOfPerson,
  },
)
