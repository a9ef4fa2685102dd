import type { EncryptionScreens } from '../encryption.ts'
import { comparing } from './comparing.ts'
import { joining } from './joining.ts'
import { recovering } from './recovering.ts'
import type { Session } from './session.ts'

export { endFork, needsOf, revoke } from './ownLists.ts'

export type Management = Pick<
  EncryptionScreens,
  | 'setUp'
  | 'makeRecoveryCode'
  | 'recoverWithCode'
  | 'pendingCode'
  | 'confirmPending'
  | 'confirmCode'
  | 'shareWith'
  | 'safetyNumber'
  | 'setVerified'
>

/** Rarely used functions, each with a dialog: set up, add a browser, use a recovery code and compare numbers. */
export const management = (session: Session): Management => ({ ...joining(session), ...recovering(session), ...comparing(session) })
