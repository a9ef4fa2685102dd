import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { feesApi } from '#money/fees/fees.contract.ts'
import { useHall } from '#system/customization/web/customization.queries.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { DuesSlip as Slip } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { DuesSlip } from './DuesSlip.tsx'
import './papers.css'
import { useDuesSlips } from './receipts.queries.ts'
import { UpiCard } from './UpiCard.tsx'

const usePrint = () => {
  const words = useWords(receiptsEn)
  return (
    <Button variant="primary" icon={<Printer />} onPress={() => window.print()}>
      {words.print}
    </Button>
  )
}

const Sheet = ({ slips }: { slips: readonly Slip[] }) => (
  <article className="paper paper-a4 mx-auto w-full max-w-[48rem] rounded-lg border border-line bg-surface p-6 max-md:p-4">
    {slips.map((slip) => (
      <DuesSlip key={slip.student._id} slip={slip} />
    ))}
  </article>
)

/** Slips for all students who owe something, several per page. */
export const DuesSlipsPage = () => {
  const words = useWords(receiptsEn).slips
  const slips = useDuesSlips()
  const print = usePrint()
  const { items = [], total = 0 } = slips.data ?? {}
  return (
    <Page title={words.title} about={slips.data && total > 0 ? words.about(total) : undefined} action={items.length > 0 && print}>
      <UpiHint />
      <Loaded of={slips} skeleton={<ListSkeleton rows={6} />} failed={words.loadFailed}>
        {() => (items.length === 0 ? <EmptyState title={words.none} hint={words.noneHint} drawing="drawer" /> : <Sheet slips={items} />)}
      </Loaded>
      {items.length < total && <Notice tone="info">{words.partial(items.length, total)}</Notice>}
    </Page>
  )
}

/** The slip of one student, for staff and for the student. */
export const DuesSlipPage = () => {
  const words = useWords(receiptsEn).slips
  const { id = '' } = useParams()
  const account = useCall(feesApi.account, { params: { id } })
  const print = usePrint()
  const slip = account.data && slipOf(account.data)
  return (
    <Page title={words.title} action={slip && print}>
      <UpiHint />
      <Loaded of={account} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
        {() => (slip ? <Sheet slips={[slip]} /> : <EmptyState title={words.noneOne} hint={words.noneHint} drawing="drawer" />)}
      </Loaded>
    </Page>
  )
}

/** Links to the setting of the UPI id if none is set. */
const UpiHint = () => {
  const nobody = { _id: '', name: '', seatNumber: null }
  return useHall().upiId === '' && <UpiCard student={nobody} amount={1} />
}

type Account = NonNullable<ReturnType<typeof useCall<typeof feesApi.account>>['data']>

const slipOf = ({ student, owed, owedSince, open, months }: Account): Slip | undefined => {
  if (!student || owedSince === null) return undefined
  const { _id, name, seatNumber, slot } = student
  const fees = open.map(({ kind, month, year, amount, paidAmount }) => ({ kind, month, year, amount: rounded(amount - paidAmount) }))
  return { student: { _id, name, seatNumber, slot }, owed, owedSince, open: fees, months }
}

/** Rounds to paise, because the difference of two amounts can have a floating-point error. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100
