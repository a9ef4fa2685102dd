import type { ComponentType } from 'react'
import { call } from '#web/api/call.ts'
import { getSession, leave, onForget } from '#web/api/session.ts'
import { makeStore } from '#web/api/store.ts'
import { accountsApi } from '../accounts.contract.ts'
import type { AccountSlots, SignOutDialogProps } from './accountSlots.ts'

/** The dialog that asks before a sign-out, while it is open. */
export const signOutQuestion = makeStore<{ Question: ComponentType<SignOutDialogProps> } | null>(null)
onForget(() => signOutQuestion.set(null))

/** Forgets everything on this device at once; the server ends the session as soon as it hears of it. */
export const endHere = ({ forgetHere }: Pick<AccountSlots, 'forgetHere'>): void => {
  // The call has read the token before the next line forgets it.
  void call(accountsApi.logout).catch(() => {})
  const user = getSession()?.user
  leave()
  if (user) void forgetHere(user._id).catch(() => {})
}

/** Signs out. In a browser that holds keys of encrypted chats the person is asked first whether to keep them. */
export const logout = (slots: Pick<AccountSlots, 'keysHere' | 'loadSignOutDialog' | 'forgetHere'>): void => {
  const user = getSession()?.user
  const end = () => endHere(slots)
  // If the dialog cannot be loaded, the person is signed out all the same: the keys stay, and nobody else can use them.
  if (user && slots.keysHere(user._id).isUsed) slots.loadSignOutDialog().then((Question) => signOutQuestion.set({ Question }), end)
  else end()
}
