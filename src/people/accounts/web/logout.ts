import type { ComponentType } from 'react'
import { forgetPushHere } from '#people/push/web/forgetPushHere.ts'
import { call } from '#web/api/call.ts'
import { getSession, leave, onForget } from '#web/api/session.ts'
import { makeStore } from '#web/api/store.ts'
import { accountsApi } from '../accounts.contract.ts'
import type { AccountSlots, SignOutDialogProps } from './accountSlots.ts'

/** The open dialog that asks before signing out, if any. */
export const signOutQuestion = makeStore<{ Question: ComponentType<SignOutDialogProps> } | null>(null)
onForget(() => signOutQuestion.set(null))

/** Clears everything on this device immediately; the server ends the session when it receives the call. */
export const endHere = ({ forgetHere }: Pick<AccountSlots, 'forgetHere'>): void => {
  // The call has read the token before the next line clears it.
  void call(accountsApi.logout).catch(() => {})
  const user = getSession()?.user
  leave()
  void forgetPushHere().catch(() => {})
  if (user) void forgetHere(user._id).catch(() => {})
}

/** Signs out. If the browser holds keys of encrypted chats, asks first if it should keep them. */
export const logout = (slots: Pick<AccountSlots, 'keysHere' | 'loadSignOutDialog' | 'forgetHere'>): void => {
  const user = getSession()?.user
  const end = () => endHere(slots)
  // If the dialog cannot be loaded, the person is signed out anyway: the keys stay, and nobody else can use them.
  if (user && slots.keysHere(user._id).isUsed) slots.loadSignOutDialog().then((Question) => signOutQuestion.set({ Question }), end)
  else end()
}
