import { signInChanged } from '#people/users/server/users.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { personDeleted } from '#server/feature/hooks.ts'
import { sweepSessions } from '#server/sessions/sessions.ts'
import { HOUR, MINUTE } from '#server/time.ts'
import { accountsApi } from '../accounts.contract.ts'
import { onPersonDeleted, removeKeysOf } from './accounts.db.ts'
import { makeResetLink, resetPassword, setup, sweepKeys } from './accounts.keys.service.ts'
import { changePassword, demoSignIn, endOtherSessions, endSession, login, logout, me, sessions } from './accounts.service.ts'
import { storeSessions } from './accounts.start.ts'

export const accountsFeature = feature(
  accountsApi,
  { login, demoSignIn, logout, me, changePassword, sessions, endSession, endOtherSessions, setup, resetPassword, makeResetLink },
  {
    jobs: [
      { name: 'sweep sessions', everySeconds: 10 * MINUTE, run: sweepSessions },
      { name: 'store sessions that a full disk did not take', everySeconds: 5, run: storeSessions },
      { name: 'sweep keys', everySeconds: HOUR, run: sweepKeys },
    ],
    tables: { oneTimeKeys: null, signInAddresses: null },
    hooks: [personDeleted.by(onPersonDeleted), signInChanged.by(removeKeysOf)],
  },
)
