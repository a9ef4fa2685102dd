import { AfterFirst } from '#web/shell/AfterFirst.tsx'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import type { RowActions } from './rowActions.ts'

/** Nothing depends on it, so its code is loaded last. */
export const shelfScreen = lazyScreen(async () => (await import('./ShelfCovers.tsx')).ShelfCovers)

/** Continue reading and new documents. Its height is reserved, so that nothing below it moves when it loads. */
export const Shelf = ({ open }: Pick<RowActions, 'open'>) => (
  <div className="min-h-46 max-md:my-2 max-md:border-line max-md:border-y max-md:py-2">
    <AfterFirst>
      <Embed screen={shelfScreen} open={open} />
    </AfterFirst>
  </div>
)
