import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { SheetFormat } from '#contract/sheet.ts'
import { errorText, useWords } from '../words.ts'
import { IconButton } from './IconButton.tsx'
import { Menu } from './Menu.tsx'
import type { MenuEntry } from './menuProps.ts'
import { toast } from './toast.ts'
import { toolsEn } from './tools.en.ts'

/** Runs exports, one at a time, and reports a failed one. */
export const useExporting = (run: (format: SheetFormat) => Promise<void>) => {
  const { failed } = useWords(toolsEn).exporting
  const [isRunning, setRunning] = useState(false)
  const start = (format: SheetFormat): void => {
    if (isRunning) return
    setRunning(true)
    run(format)
      .then(() => toast.settled(failed))
      .catch((error: unknown) => toast.error(errorText(error, failed), { of: failed }))
      .finally(() => setRunning(false))
  }
  return { isRunning, start }
}

type Props = {
  onExport: (format: SheetFormat) => Promise<void>
  /** Further actions of the page. */
  more?: readonly MenuEntry[]
}

/** The menu of rarer actions: exports a table, as Excel or CSV. */
export const ExportMenu = ({ onExport, more = [] }: Props) => {
  const words = useWords(toolsEn).exporting
  const { isRunning, start } = useExporting(onExport)
  const trigger = (
    <IconButton label={isRunning ? words.running : words.label} isPending={isRunning}>
      <Ellipsis />
    </IconButton>
  )
  const entries = [
    { key: 'xlsx', label: words.excel, onAction: () => start('xlsx') },
    { key: 'csv', label: words.csv, onAction: () => start('csv') },
    ...more,
  ]
  return <Menu label={words.label} trigger={trigger} entries={entries} />
}
