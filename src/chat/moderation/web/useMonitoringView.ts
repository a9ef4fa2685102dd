import { useSearchParams } from 'react-router'
import { ConversationType } from '#chat/conversations/conversations.shapes.contract.ts'

export type MonitoringTab = 'all' | 'flagged'

const changed = (before: URLSearchParams, name: string, value: string | undefined): URLSearchParams => {
  const after = new URLSearchParams(before)
  if (value) after.set(name, value)
  else after.delete(name)
  return after
}

/** Tab, type and the open conversation stand in the address; opening one is a step back can take again. */
export const useMonitoringView = () => {
  const [parameters, setParameters] = useSearchParams()
  const type = ConversationType.safeParse(parameters.get('type')).data
  const opened = parameters.get('c') ?? ''
  return {
    tab: (parameters.get('tab') === 'flagged' ? 'flagged' : 'all') as MonitoringTab,
    setTab: (tab: MonitoringTab) => setParameters((before) => changed(before, 'tab', tab === 'all' ? undefined : tab), { replace: true }),
    type,
    setType: (value: string) => setParameters((before) => changed(before, 'type', value), { replace: true }),
    /** The id of the conversation that is open, or undefined. */
    opened: /^[A-Za-z0-9_-]{1,64}$/.test(opened) ? opened : undefined,
    open: (id: string) => setParameters((before) => changed(changed(before, 'tab', undefined), 'c', id)),
    close: () => setParameters((before) => changed(before, 'c', undefined), { replace: true }),
    hrefOf: (id: string) => `?${changed(changed(parameters, 'tab', undefined), 'c', id)}`,
  }
}
export type MonitoringView = ReturnType<typeof useMonitoringView>
