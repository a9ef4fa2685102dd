import { EllipsisVertical, Maximize, Moon, MoveHorizontal, Sun } from 'lucide-react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { chooseNight, useNight } from './night.ts'
import type { PageLayout } from './usePageLayout.ts'
import { fitsWidth } from './zoom.ts'

/** Rarely used controls: a menu on phones, which have no room for more buttons. */
export const ReaderMenu = ({ layout: { zoom, zoomTo } }: { layout: PageLayout }) => {
  const words = useWords(readingEn)
  const isNight = useNight()
  const isNarrow = useIsNarrow()
  const isWide = fitsWidth(zoom)
  const paper = { label: isNight ? words.whitePages : words.darkPages, icon: isNight ? <Sun /> : <Moon /> }
  const turn = () => chooseNight(!isNight)
  if (!isNarrow) {
    return (
      <IconButton label={paper.label} onPress={turn}>
        {paper.icon}
      </IconButton>
    )
  }
  const fit = {
    key: 'fit',
    label: isWide ? words.fitPage : words.fitWidth,
    icon: isWide ? <Maximize /> : <MoveHorizontal />,
    onAction: () => zoomTo({ kind: isWide ? 'page' : 'width' }),
  }
  return (
    <Menu
      label={words.more}
      trigger={
        <IconButton label={words.more}>
          <EllipsisVertical />
        </IconButton>
      }
      entries={[fit, { key: 'paper', ...paper, onAction: turn }]}
    />
  )
}
