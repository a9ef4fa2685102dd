import { useShiftName } from '#system/customization/web/customization.queries.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import type { TabSet } from '#web/ui/useTabs.ts'
import { useWords } from '#web/words.ts'
import { seatsEn } from '../seats.en.ts'
import type { Shown } from './useSeatView.ts'

type Props = {
  tabs: TabSet<Shown>
  choices: readonly Shown[]
  /** How full the hall is then, below its name. */
  under?: ((shown: Shown) => string) | undefined
}

/** Tabs that select the half of the day, or the shift. */
export const HalfTabs = ({ tabs, choices, under }: Props) => {
  const words = useWords(seatsEn).shown
  const nameOf = useShiftName()
  return (
    <div
      {...tabs.list}
      className="flex max-w-full overflow-x-auto rounded-lg border border-transparent bg-tint p-px in-data-contrast:border-line-strong"
    >
      {choices.map((each) => (
        <PlainButton
          key={each}
          {...tabs.tab(each)}
          className="flex min-h-9 shrink-0 cursor-pointer whitespace-nowrap flex-col items-center justify-center rounded-md px-3 font-medium text-muted text-sm transition-colors duration-150 hover:text-ink aria-selected:bg-primary-soft aria-selected:text-primary-text max-md:min-h-11 max-md:px-1 max-md:leading-tight"
        >
          {each === 'both' ? words.both : nameOf(each)}
          {/* Not text of the tab: the figures below the map say it in words. */}
          {under && <span data-under={under(each)} className="font-normal text-xs tabular-nums before:content-[attr(data-under)]" />}
        </PlainButton>
      ))}
    </div>
  )
}
