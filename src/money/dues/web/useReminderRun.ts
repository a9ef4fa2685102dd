import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { useRemind, useTakeBack } from './dues.queries.ts'
import { type ReminderParts, reminderLink } from './reminder.ts'
import { openInWhatsAppWindow } from './whatsAppWindow.ts'

export type RunState =
  | { is: 'waiting' | 'opening' | 'noPhone' | 'notSent' }
  | { is: 'opened'; reminder: string }
  | { is: 'failed'; message: string }

/** Goes through the selected students: opens each message, records it as opened, and deletes the reminders that were not sent. */
export const useReminderRun = (dues: readonly Due[], parts: ReminderParts) => {
  const words = useWords(duesEn)
  const remind = useRemind(useSession()?.user.name ?? '')
  const takeBack = useTakeBack()
  // The selection is fixed when the run begins, because the list is refetched after each reminder.
  const [queue] = useState(dues)
  const [states, setStates] = useState<ReadonlyMap<string, RunState>>(new Map())
  const set = (id: string, state: RunState) => setStates((before) => new Map(before).set(id, state))
  const stateOf = (due: Due): RunState =>
    states.get(due._id) ?? { is: reminderLink('whatsapp', due, parts) === undefined ? 'noPhone' : 'waiting' }

  const open = async (due: Due) => {
    const link = reminderLink('whatsapp', due, parts)
    if (link === undefined) return
    if (!openInWhatsAppWindow(link)) return toast.error(words.popupBlocked, { of: words.popupBlocked })
    toast.settled(words.popupBlocked)
    set(due._id, { is: 'opening' })
    try {
      const { _id } = await remind.mutateAsync({ params: { id: due._id }, body: { channel: 'whatsapp' } })
      set(due._id, { is: 'opened', reminder: _id })
    } catch (failed) {
      set(due._id, { is: 'failed', message: errorText(failed, words.remindFailed) })
    }
  }
  const notSent = async (due: Due, reminder: string) => {
    set(due._id, { is: 'notSent' })
    try {
      await takeBack.mutateAsync({ params: { id: reminder } })
    } catch {
      set(due._id, { is: 'opened', reminder })
    }
  }
  const reachable = queue.filter((due) => stateOf(due).is !== 'noPhone')
  return {
    queue,
    stateOf,
    open,
    notSent,
    reachable,
    /** Students whose messages have not been opened; the next press opens the first of them. */
    left: reachable.filter((due) => stateOf(due).is === 'waiting'),
  }
}
export type ReminderRunning = ReturnType<typeof useReminderRun>
