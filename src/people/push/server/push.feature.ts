import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { queueAge } from '#server/feature/measure.ts'
import { waitingSince } from '#server/push/outbox.ts'
import { pushApi } from '../push.contract.ts'
import { endsJob } from './push.daily.service.ts'
import { onPersonDeleted } from './push.db.ts'
import { replace, setPreferences, state, subscribe, unsubscribe } from './push.service.ts'

// What a person's devices get belongs to the topic of their sessions: the database deletes a subscription with its session.
export const pushFeature = feature(
  pushApi,
  { state, subscribe, replace, unsubscribe, setPreferences },
  {
    tables: { pushSubscriptions: 'sessions', pushPreferences: 'sessions', pushDays: null },
    hooks: [personDeleted.by(onPersonDeleted)],
    jobs: [endsJob],
    measures: [queueAge('notifications', waitingSince)],
  },
)
