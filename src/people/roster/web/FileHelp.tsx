import { Download } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useExporting } from '#web/ui/ExportMenu.tsx'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import { RosterField, rosterHeadings } from '../roster.register.contract.ts'
import { downloadTemplate } from './roster.queries.ts'

/** The columns that a register may have, and an empty template. */
export const FileHelp = () => {
  const words = useWords(rosterEn).help
  const { isRunning, start } = useExporting(downloadTemplate)
  const fields = RosterField.options.filter((field) => field !== 'role')
  return (
    <Card className="w-full">
      <h2 className="font-semibold text-lg">{words.title}</h2>
      <p className="mt-1 text-muted">{words.text}</p>
      <dl className="mt-4 flex flex-col">
        {fields.map((field) => (
          <div key={field} className="flex flex-wrap gap-x-4 border-line border-t py-2">
            <dt className="w-36 shrink-0 font-medium">{rosterHeadings[field]}</dt>
            <dd className="min-w-0 flex-1 basis-[12rem] text-muted">{words.columns[field]}</dd>
          </div>
        ))}
      </dl>
      <Button icon={<Download />} isPending={isRunning} className="mt-4" onPress={() => start('xlsx')}>
        {words.template}
      </Button>
    </Card>
  )
}
