import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

export type TabView<K extends string = string> = { key: K; title: string; icon?: ReactNode; content: ReactNode }

type TabsProps<K extends string> = { label: string; views: readonly TabView<K>[]; chosen: K; onChoose: (key: K) => void }

/** Views of the same thing, one of them shown; the others are not there. Arrow keys go from one to the next. */
export const Tabs = <K extends string>({ label, views, chosen, onChoose }: TabsProps<K>) => (
  <AriaTabs selectedKey={chosen} onSelectionChange={(key) => onChoose(key as K)} className="flex min-w-0 flex-col gap-6">
    <TabList aria-label={label} className="flex border-line max-md:flex-wrap border-b">
      {views.map(({ key, title, icon }) => (
        <Tab
          key={key}
          id={key}
          className="-mb-px flex min-h-11 min-w-0 cursor-pointer max-md:whitespace-nowrap items-center gap-2 rounded-t-lg border-transparent border-b-2 px-4 font-medium text-muted transition-colors duration-150 hover:text-ink data-selected:border-primary-text data-selected:text-primary-text max-md:flex-auto max-md:justify-center [&_svg]:size-5 [&_svg]:shrink-0"
        >
          {icon}
          {title}
        </Tab>
      ))}
    </TabList>
    {views.map(({ key, content }) => (
      <TabPanel key={key} id={key} className="flex min-w-0 flex-col gap-6 rounded-lg">
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
)
