import { Ellipsis } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { PressProps } from '#web/ui/PlainButton.tsx'
import { toolsEn } from '#web/ui/tools.en.ts'
import { useWords } from '#web/words.ts'

/** Opens the menu for importing and exporting; also shown, disabled, until the menu is loaded. */
export const RosterButton = (props: Omit<PressProps, 'children' | 'aria-label'>) => (
  <IconButton {...props} label={useWords(toolsEn).importAndExport}>
    <Ellipsis />
  </IconButton>
)
