import { Download } from 'lucide-react'
import { useState } from 'react'
import type { SheetFormat } from '#contract/sheet.ts'
import { errorText, useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'
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

/** The button that exports a table, as Excel or CSV. */
export const ExportMenu = ({ onExport }: { onExport: (format: SheetFormat) => Promise<void> }) => {
  const words = useWords(toolsEn).exporting
  const { isRunning, start } = useExporting(onExport)
  const trigger = (
    <Button icon={<Download />} isPending={isRunning} pendingText={words.running}>
      {words.label}
    </Button>
  )
  const entries = [
    { key: 'xlsx', label: words.excel, onAction: () => start('xlsx') },
    { key: 'csv', label: words.csv, onAction: () => start('csv') },
  ]
  return <Menu label={words.label} trigger={trigger} entries={entries} />
}
