import { ArrowDownUp } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import type { PressProps } from '#web/ui/PlainButton.tsx'
import { toolsEn } from '#web/ui/tools.en.ts'
import { useWords } from '#web/words.ts'

/** Opens the menu for importing and exporting; also shown, disabled, until the menu is loaded. */
export const RosterButton = (props: Omit<PressProps, 'children'> & { pendingText?: string }) => (
  <Button {...props} icon={<ArrowDownUp />} className="max-md:px-3">
    {useWords(toolsEn).importAndExport}
  </Button>
)
