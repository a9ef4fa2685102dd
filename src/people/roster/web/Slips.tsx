import { Printer } from 'lucide-react'
import { NoAddressNotice } from '#web/shell/NoAddressNotice.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import type { Slip } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { PasswordSlip } from './PasswordSlip.tsx'

/** The passwords, once. Printed pages have nothing but the slips. */
export const Slips = ({ slips, onPrinted }: { slips: readonly Slip[]; onPrinted: () => void }) => {
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
        <NoAddressNotice />
        <div className="flex flex-wrap gap-2 max-md:flex-col">
          <Button variant="primary" icon={<Printer />} onPress={print}>
            {words.print}
          </Button>
          <ButtonLink to="/users">{words.finish}</ButtonLink>
        </div>
      </div>
      <ul aria-label={words.list} className="on-paper grid grid-cols-1 gap-3 md:grid-cols-2 print:grid-cols-2">
        {slips.map((slip) => (
          <li key={slip.email} className="break-inside-avoid">
            <PasswordSlip slip={slip} />
          </li>
        ))}
      </ul>
    </div>
  )
}
