import { type KeyboardEvent, useId } from 'react'

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type Choice<K extends string> = { label: string; keys: readonly K[]; chosen: K; onChoose: (key: K) => void }

/**
 * Makes elements the tabs of WAI-ARIA: one stop of the Tab key, arrow keys, Home and End, which choose at once. The tabs and their
 * panel may be anywhere. They are the browser's own elements, because the collections of React Aria's tabs take 28 KB.
 */
export const useTabs = <K extends string>({ label, keys, chosen, onChoose }: Choice<K>) => {
  const id = useId()
  const tabId = (key: K) => `${id}-${key}`
  const panelId = `${id}-panel`

  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[steps[event.key]?.(keys.indexOf(chosen), keys.length) ?? -1]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    document.getElementById(tabId(next))?.focus()
    onChoose(next)
  }

  return {
    list: { role: 'tablist', 'aria-label': label, onKeyDown } as const,
    tab: (key: K) => {
      const isChosen = key === chosen
      const state = { 'aria-selected': isChosen, tabIndex: isChosen ? 0 : -1, ...(isChosen && { 'aria-controls': panelId }) }
      return { role: 'tab', id: tabId(key), onPress: () => onChoose(key), ...state } as const
    },
    panel: { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(chosen) } as const,
  }
}

export type TabSet<K extends string> = ReturnType<typeof useTabs<K>>
