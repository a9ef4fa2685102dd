import type { ReactNode } from 'react'
import { PlainButton } from './PlainButton.tsx'
import { useTabs } from './useTabs.ts'

export type TabView<K extends string = string> = { key: K; title: string; icon?: ReactNode; content: ReactNode }

type TabsProps<K extends string> = { label: string; views: readonly TabView<K>[]; chosen: K; onChoose: (key: K) => void }

/** Views of the same thing, of which only one is rendered. Arrow keys go from one to the next. */
export const Tabs = <K extends string>({ label, views, chosen, onChoose }: TabsProps<K>) => {
  const tabs = useTabs({ label, keys: views.map(({ key }) => key), chosen, onChoose })
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div {...tabs.list} className="flex border-line border-b max-md:flex-wrap">
        {views.map(({ key, title, icon }) => (
          <PlainButton
            key={key}
            {...tabs.tab(key)}
            className="-mb-px flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-t-lg border-transparent border-b-2 px-4 font-medium text-muted transition-colors duration-150 hover:text-ink aria-selected:border-primary-text aria-selected:text-primary-text max-md:flex-auto max-md:justify-center max-md:whitespace-nowrap [&_svg]:size-5 [&_svg]:shrink-0"
          >
            {icon}
            {title}
          </PlainButton>
        ))}
      </div>
      <div key={chosen} {...tabs.panel} className="flex min-w-0 flex-col gap-6 rounded-lg">
        {views.find(({ key }) => key === chosen)?.content}
      </div>
    </div>
  )
}
