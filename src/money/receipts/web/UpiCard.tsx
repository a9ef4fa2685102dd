import { Smartphone } from 'lucide-react'
import { may } from '#contract/endpoint.ts'
import { customizationApi } from '#system/customization/customization.contract.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { UpiTools } from './UpiTools.tsx'
import { type UpiPayer, upiLink, upiReference } from './upiLink.ts'

export type UpiCardProps = {
  student: UpiPayer
  /** In rupees. */
  amount: number
  /** Small, and without elements that do not work on paper. */
  isOnPaper?: boolean
}

/** Shown without a UPI id: staff who can set one get a link, and everybody else sees nothing. */
const NotSet = () => {
  const words = useWords(receiptsEn).upi
  const me = useSession()?.user
  if (!me || me.role === 'student') return null
  return (
    <p className="text-muted text-sm">
      {may(customizationApi.updateHall, me) ? (
        <TextLink to="/customization?section=hall" className="inline-block max-md:py-3">
          {words.notSet}
        </TextLink>
      ) : (
        words.notSet
      )}
    </p>
  )
}

/** How to pay an amount by UPI: a code to scan and, on a phone, a link that opens the app. */
export const UpiCard = ({ student, amount, isOnPaper = false }: UpiCardProps) => {
  const words = useWords(receiptsEn).upi
  const customization = useCustomization().data
  if (!customization || amount <= 0) return null
  const { upiId } = customization.hall
  // Anybody can set the UPI id of a public demo, and a code would send money to their account.
  if (customization.demo === 'public') return <p className="text-muted text-sm">{words.demo}</p>
  if (upiId === '') return isOnPaper ? null : <NotSet />
  const link = upiLink({ upiId, payee: customization.systemName, payer: student, amount, day: today() })
  const facts = [
    [words.to, upiId],
    [words.reference, upiReference(student, today())],
  ] as const
  return (
    // Every slip has one, and many landmarks with the same name would be useless.
    <section aria-label={isOnPaper ? undefined : words.title} className="flex flex-wrap items-center gap-4">
      <div className={isOnPaper ? 'w-24 shrink-0' : 'w-44 shrink-0 rounded-lg border border-line'}>
        <QrCode text={link} label={words.qr(formatRupees(amount), upiId)} />
      </div>
      <div className="flex min-w-0 grow basis-40 flex-col items-start gap-2 text-sm">
        <p className="font-semibold text-base tabular-nums">{formatRupees(amount)}</p>
        <p>{words.scan}</p>
        {!isOnPaper && (
          <a href={link} className={buttonStyle('secondary', 'md:hidden')}>
            <Smartphone aria-hidden="true" />
            {words.open}
          </a>
        )}
        <dl className="min-w-0 text-muted">
          {facts.map(([label, value]) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt>{label}</dt>
              <dd className="min-w-0 text-ink wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">{words.hint}</p>
      </div>
      {!isOnPaper && <UpiTools upiId={upiId} link={link} />}
    </section>
  )
}
