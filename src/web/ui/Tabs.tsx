import type { ReactNode } from 'react'
import { PlainButton } from './PlainButton.tsx'
import { ScrollRow } from './ScrollRow.tsx'
import { tabStyle } from './tabStyle.ts'
import { useTabs } from './useTabs.ts'

export type TabView<K extends string = string> = { key: K; title: string; icon?: ReactNode; content: ReactNode }

type TabsProps<K extends string> = { label: string; views: readonly TabView<K>[]; chosen: K; onChoose: (key: K) => void }

/** Returns the tabs and the chosen view, which may be in different places. Arrow keys go from one tab to the next. */
export const useTabViews = <K extends string>({ label, views, chosen, onChoose }: TabsProps<K>) => {
  const tabs = useTabs({ label, keys: views.map(({ key }) => key), chosen, onChoose })
  const list = (
    <ScrollRow {...tabs.list} className="-ml-3 max-md:border-line max-md:border-b max-md:px-1!">
      {views.map(({ key, title, icon }) => (
        <PlainButton key={key} {...tabs.tab(key)} className={tabStyle}>
          {icon}
          {title}
        </PlainButton>
      ))}
    </ScrollRow>
  )
  const panel = (
    <div key={chosen} {...tabs.panel} className="flex min-w-0 flex-col gap-2 rounded-lg">
      {views.find(({ key }) => key === chosen)?.content}
    </div>
  )
  return { list, panel }
}

/** Views of the same thing, of which only one is rendered. */
export const Tabs = <K extends string>(props: TabsProps<K>) => {
  const { list, panel } = useTabViews(props)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {list}
      {panel}
    </div>
  )
}
