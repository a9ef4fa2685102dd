import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { feesApi } from '#money/fees/fees.contract.ts'
import type { FeeAccount, Payment } from '#money/fees/fees.shapes.contract.ts'
import { useSeatText } from '#money/receipts/web/useSeatText.ts'
import { usersApi } from '#people/users/users.contract.ts'
import { PersonName } from '#people/users/web/PersonName.tsx'
import { useCall } from '#web/api/queryClient.ts'
import { today } from '#web/api/timeZone.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { counterEn } from '../counter.en.ts'
import { CounterPayment } from './CounterPayment.tsx'

type Props = { id: string; onBack: () => void; onDone: (payment: Payment) => void }

/** The paying student, the owed amount, and the payment form. */
export const CounterStudent = ({ id, onBack, onDone }: Props) => {
  const words = useWords(counterEn)
  const account = useCall(feesApi.account, { params: { id } })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from wherever the focus is in here
    <div
      className="flex flex-col gap-4"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack()
      }}
    >
      <div>
        <Button variant="quiet" icon={<ArrowLeft />} onPress={onBack}>
          {words.back}
        </Button>
      </div>
      <Loaded of={account} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
        {(data) => (
          <div className="grid gap-6 md:grid-cols-2">
            <Owing account={data} end={<End id={id} />} />
            {/* The account may be refetched while the clerk types; the form keeps its initial values. */}
            <CounterPayment key={id} id={id} account={data} staysInView onDone={onDone} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The date on which the account expires. */
const End = ({ id }: { id: string }) => {
  const words = useWords(counterEn)
  const user = useCall(usersApi.profile, { params: { id } }).data
  if (!user) return null
  const { terminationDate } = user
  if (terminationDate === null) return <p className="text-muted text-sm">{words.noExpiry}</p>
  return terminationDate < today() ? (
    <Badge tone="error">{words.expired(terminationDate)}</Badge>
  ) : (
    <p className="text-muted text-sm">{words.expires(terminationDate)}</p>
  )
}

const Owing = ({ account, end }: { account: FeeAccount; end: ReactNode }) => {
  const words = useWords(counterEn)
  const seatText = useSeatText()
  const { student, owed, credit, open, monthlyFee } = account
  return (
    <section className="flex min-w-0 flex-col gap-4">
      {student && (
        <div className="flex items-center gap-4">
          <Avatar id={student._id} name={student.name} src={student.profilePictureUrl} className="size-16 max-md:size-12" />
          <div className="min-w-0">
            <h2 className="font-semibold text-lg wrap-anywhere">
              <PersonName id={student._id} name={student.name} className="font-semibold" />
            </h2>
            <p className="text-muted">{seatText(student)}</p>
            {end}
          </div>
        </div>
      )}
      {owed === 0 && <p className="text-muted">{words.nothingDue(formatRupees(monthlyFee))}</p>}
      <dl>
        {open.map((fee) => (
          <Row key={fee._id} label={words.fee(words.kinds[fee.kind], fee.year, fee.month)} amount={fee.amount - fee.paidAmount} />
        ))}
        {owed > 0 && <Row label={words.due} amount={owed} isStrong />}
        {credit > 0 && <Row label={words.credit} amount={credit} />}
      </dl>
      {student && (
        <p className="flex flex-wrap gap-x-6">
          <TextLink to={`/statements/${student._id}`} className="inline-flex min-h-8 items-center max-md:min-h-11">
            {words.statement}
          </TextLink>
          {owed > 0 && (
            <TextLink to={`/dues-slips/${student._id}`} className="inline-flex min-h-8 items-center max-md:min-h-11">
              {words.slip}
            </TextLink>
          )}
        </p>
      )}
    </section>
  )
}

const Row = ({ label, amount, isStrong = false }: { label: string; amount: number; isStrong?: boolean }) => (
  <div className={`flex justify-between gap-4 border-line border-b py-2 ${isStrong ? 'font-semibold' : ''}`}>
    <dt className="min-w-0">{label}</dt>
    <dd className="tabular-nums">{formatRupees(amount)}</dd>
  </div>
)
