import { Download, Printer } from 'lucide-react'
import { PasswordSlip } from '#people/users/web/PasswordSlip.tsx'
import { saveFile } from '#web/api/download.ts'
import { NoAddressNotice } from '#web/shell/NoAddressNotice.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import type { Imported, LeftOut } from './useImport.ts'

const LeftOutNotice = ({ of: { count, file } }: { of: LeftOut }) => {
  const words = useWords(rosterEn).slips
  return (
    <Notice tone="info">
      <p>{words.others(count, file.name)}</p>
      <Button variant="quiet" icon={<Download />} onPress={() => saveFile(file)} className="-ml-4">
        {words.download}
      </Button>
    </Notice>
  )
}

type Props = { imported: Imported; onPrinted: () => void; onNext: (next: NonNullable<Imported['next']>) => Promise<void> }

/** The passwords, shown once. Only the slips are printed. */
export const Slips = ({ imported: { slips, leftOut, next }, onPrinted, onNext }: Props) => {
  const words = useWords(rosterEn).slips
  const print = () => {
    onPrinted()
    window.print()
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-4 print:hidden">
        <Notice tone="success">{words.done(slips.length)}</Notice>
        <Notice tone="warning">{words.warning}</Notice>
        {leftOut && <LeftOutNotice of={leftOut} />}
        <NoAddressNotice />
        <div className="flex flex-wrap gap-2 max-md:flex-col">
          <Button variant="primary" icon={<Printer />} onPress={print}>
            {words.print}
          </Button>
          {next && <Button onPress={() => void onNext(next)}>{words.next}</Button>}
          <ButtonLink to="/users">{words.finish}</ButtonLink>
        </div>
      </div>
      <ul aria-label={words.list} className="on-paper grid grid-cols-1 gap-3 md:grid-cols-2 print:grid-cols-2">
        {slips.map((slip) => (
          <li key={`${slip.name} ${slip.email} ${slip.phone}`} className="break-inside-avoid">
            <PasswordSlip slip={slip} />
          </li>
        ))}
      </ul>
    </div>
  )
}
