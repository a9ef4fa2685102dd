import { Printer } from 'lucide-react'
import { useBranding } from '#web/shell/Branding.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import type { Slip } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'

const OneSlip = ({ slip: { name, seatNumber, email, password } }: { slip: Slip }) => {
  const words = useWords(rosterEn).slips
  const { systemName } = useBranding()
  const lines = [
    [words.address, window.location.host],
    [words.email, email],
    [words.password, password],
  ]
  return (
    <li className="flex break-inside-avoid flex-col gap-2 rounded-lg border border-line border-dashed p-4">
      <p className="flex flex-wrap justify-between gap-x-3 text-muted text-sm">
        <span className="wrap-anywhere">{systemName}</span>
        {seatNumber !== null && <span className="whitespace-nowrap">{words.seat(seatNumber)}</span>}
      </p>
      <p className="font-semibold text-lg wrap-anywhere">{name}</p>
      <dl className="flex flex-col gap-1">
        {lines.map(([label, value]) => (
          <div key={label} className="flex flex-wrap gap-x-3">
            <dt className="w-24 shrink-0 text-muted text-sm">{label}</dt>
            <dd className="min-w-0 flex-1 basis-[9rem] font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

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
        <div className="flex flex-wrap gap-2 max-md:flex-col">
          <Button variant="primary" icon={<Printer />} onPress={print}>
            {words.print}
          </Button>
          <ButtonLink to="/users">{words.finish}</ButtonLink>
        </div>
      </div>
      <ul aria-label={words.list} className="on-paper grid grid-cols-1 gap-3 md:grid-cols-2 print:grid-cols-2">
        {slips.map((slip) => (
          <OneSlip key={slip.email} slip={slip} />
        ))}
      </ul>
    </div>
  )
}
