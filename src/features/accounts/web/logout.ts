import { call } from '#web/api/call.ts'
import { leave } from '#web/api/session.ts'
import { accountsApi } from '../accounts.contract.ts'

/** Forgets everything on this device at once; the server ends the session as soon as it hears of it. */
export const logout = (): void => {
  // The call has read the token before the next line forgets it.
  void call(accountsApi.logout).catch(() => {})
  leave()
}
