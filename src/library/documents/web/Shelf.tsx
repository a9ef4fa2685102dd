import { AfterFirst } from '#web/shell/AfterFirst.tsx'
import { Slot } from '#web/shell/Slot.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import type { RowActions } from './DocumentRow.tsx'

/** Nothing else waits for it, so its code comes after what does. */
export const shelfScreen = lazyScreen(async () => (await import('./ShelfCovers.tsx')).ShelfCovers)

/** What someone was reading, and what is new. It has its height from the beginning, so that nothing below it moves when it comes. */
export const Shelf = ({ open }: Pick<RowActions, 'open'>) => (
  <div className="min-h-46 max-md:my-2 max-md:border-line max-md:border-y max-md:py-2">
    <AfterFirst>
      <Slot screen={shelfScreen} open={open} />
    </AfterFirst>
  </div>
)
