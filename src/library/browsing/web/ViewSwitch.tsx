import { LayoutGrid, ListTree } from 'lucide-react'
import { useId } from 'react'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import type { View } from './documentsKept.ts'

const views = [
  { view: 'tree', Icon: ListTree },
  { view: 'covers', Icon: LayoutGrid },
] as const

/** Tree or covers. A choice of one, so these are radio buttons that look like a toggle. */
export const ViewSwitch = ({ view: chosen, onChoose }: { view: View; onChoose: (view: View) => void }) => {
  const words = useWords(browsingEn).views
  const name = useId()
  return (
    <fieldset className="flex rounded-lg border border-transparent bg-tint in-data-contrast:border-line-strong max-md:ml-auto">
      <legend className="sr-only">{words.title}</legend>
      {views.map(({ view, Icon }) => (
        <label
          key={view}
          title={words[view]}
          className="flex size-9 cursor-pointer items-center justify-center rounded-[7px] text-muted hover:text-ink has-checked:bg-primary-soft has-checked:text-primary-text has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:size-11"
        >
          <input type="radio" name={name} checked={chosen === view} onChange={() => onChoose(view)} className="sr-only" />
          <Icon aria-hidden="true" className="size-5" />
          <span className="sr-only">{words[view]}</span>
        </label>
      ))}
    </fieldset>
  )
}
