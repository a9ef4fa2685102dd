import type { ComponentType } from 'react'
import { usedHere } from '#chat/encryption/web/usedHere.ts'
import { call } from '#web/api/call.ts'
import { getSession, leave, onForget } from '#web/api/session.ts'
import { makeStore } from '#web/api/store.ts'
import { accountsApi } from '../accounts.contract.ts'

type Question = ComponentType<{ onSignOut: () => void; onClose: () => void }>

/** What is asked before somebody signs out, while it is. */
export const signOutQuestion = makeStore<{ Question: Question } | null>(null)
onForget(() => signOutQuestion.set(null))

/** Forgets everything on this device at once; the server ends the session as soon as it hears of it. */
export const endHere = (): void => {
  // The call has read the token before the next line forgets it.
  void call(accountsApi.logout).catch(() => {})
  leave()
}

export const loadQuestion = async (): Promise<Question> => (await import('#chat/encryption/web/SignOutDialog.tsx')).SignOutDialog

/** Signs out; whoever reads encrypted chats in this browser is asked first whether it shall stay able to. */
export const logout = (): void => {
  const user = getSession()?.user
  // Where the question does not arrive nobody is kept from signing out: the keys stay, and nobody else can use them.
  if (user && usedHere(user._id).isUsed) loadQuestion().then((Question) => signOutQuestion.set({ Question }), endHere)
  else endHere()
}
