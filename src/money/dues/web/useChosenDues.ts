import { useState } from 'react'
import { dialable } from '#contract/phone.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { Due } from '../dues.contract.ts'
import { duesLimits } from '../dues.contract.ts'
import { duesEn } from '../dues.en.ts'
import { isRested } from '../dues.policy.ts'

const ofChoosing = 'choose students to remind'

/** The students selected for reminders, in the order of selection. They stay selected while the filters change. */
export const useChosenDues = () => {
  const words = useWords(duesEn).choosing
  const [chosen, setChosen] = useState<ReadonlyMap<string, Due>>(new Map())
  const keep = (dues: readonly Due[]) => setChosen(new Map(dues.map((due) => [due._id, due])))
  const choose = (due: Due, isOn: boolean) => {
    if (isOn && chosen.size >= duesLimits.remindersAtOnce) return toast.error(words.full, { of: ofChoosing })
    toast.settled(ofChoosing)
    const next = new Map(chosen)
    if (isOn) next.set(due._id, due)
    else next.delete(due._id)
    setChosen(next)
  }
  /** Replaces the selection with the first students who can be reminded and were not reminded lately. */
  const chooseNext = (dues: readonly Due[]) => {
    const next = dues.filter((due) => dialable(due.student?.phone ?? null) && isRested(due.lastReminder?.at, Date.now()))
    if (next.length === 0) return toast.error(words.nobody, { of: ofChoosing })
    toast.settled(ofChoosing)
    keep(next.slice(0, duesLimits.remindersAtOnce))
  }
  return { chosen, choose, chooseNext, keep }
}
export type ChosenDues = ReturnType<typeof useChosenDues>
