import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'
import { confirm } from '#web/ui/confirm.ts'
import { toolsEn } from '#web/ui/tools.en.ts'
import { useLeaveGuard } from '#web/ui/useLeaveGuard.ts'
import { useWords } from '#web/words.ts'

type Report = (form: string, isChanged: boolean) => void

/** How a settings form reports whether it has changes that are not saved. */
export const UnsavedSettings = createContext<Report>(() => undefined)

export const useReportedChanges = (isChanged: boolean): void => {
  const report = useContext(UnsavedSettings)
  const form = useId()
  useEffect(() => {
    report(form, isChanged)
    return () => report(form, false)
  }, [report, form, isChanged])
}

const withForm = (forms: readonly string[], form: string, isChanged: boolean): readonly string[] =>
  forms.includes(form) === isChanged ? forms : isChanged ? [...forms, form] : forms.filter((one) => one !== form)

/** Asks before settings that are not saved are lost with their page or section. */
export const useUnsavedSettings = () => {
  const { title, text, keep, confirm: yes } = useWords(toolsEn).discard
  const [changed, setChanged] = useState<readonly string[]>([])
  const [isLeaving, setLeaving] = useState(false)
  const report = useCallback<Report>((form, isChanged) => setChanged((forms) => withForm(forms, form, isChanged)), [])
  const isGuarded = changed.length > 0 && !isLeaving
  const ask = () => confirm({ title, text, confirm: yes, cancel: keep, isDanger: true })
  useLeaveGuard(isGuarded, ask, () => setLeaving(true))
  useEffect(() => {
    if (changed.length === 0) setLeaving(false)
  }, [changed])
  /** Calls `go`, which shows another section, after the guard has removed its history entry. */
  const leaveFor = async (go: () => void): Promise<void> => {
    if (!isGuarded) return go()
    if (!(await ask())) return
    window.addEventListener('popstate', go, { once: true })
    setLeaving(true)
  }
  return { report, leaveFor }
}
