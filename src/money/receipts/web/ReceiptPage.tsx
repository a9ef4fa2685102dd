import { MessageCircle, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { dialable, messageLink } from '#contract/phone.ts'
import { useCustomization } from '#system/customization/web/customization.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { type Receipt, receiptsApi } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { PaperActions } from './PaperActions.tsx'
import { printThermal } from './printThermal.ts'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { useReceipt } from './receipts.queries.ts'

/** One receipt, to view, print, save and share. */
export const ReceiptPage = () => <Issued kind="receipt" />

/** The voucher of one refund. */
export const VoucherPage = () => <Issued kind="voucher" />

const Issued = ({ kind }: Pick<Receipt, 'kind'>) => {
  const words = useWords(receiptsEn).receipt
  const { id = '' } = useParams()
  const receipt = useReceipt(kind, id)
  const title = receipt.data ? words.titles[kind](receipt.data.number) : words.headings[kind]
  return (
    <Page title={title} action={receipt.data && <ReceiptActions receipt={receipt.data} />}>
      <Loaded of={receipt} skeleton={<PaperSkeleton />} failed={words.loadFailed}>
        {(data) => <ReceiptPaper receipt={data} />}
      </Loaded>
    </Page>
  )
}

/** For staff also the paper of a counter printer, and the message to the student, if their number can be called. */
const ReceiptActions = ({ receipt }: { receipt: Receipt }) => {
  const words = useWords(receiptsEn)
  const { _id, kind, number, studentName, amount, phone } = receipt
  const isStaff = useSession()?.user.role !== 'student'
  const hall = useCustomization().data?.systemName ?? ''
  const dialed = isStaff ? dialable(phone) : undefined
  const pdf = kind === 'receipt' ? receiptsApi.receiptPdf : receiptsApi.voucherPdf
  return (
    <>
      {dialed && (
        <a
          href={messageLink('whatsapp', dialed, words.message[kind](studentName, formatRupees(amount), number, hall))}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle('secondary')}
        >
          <MessageCircle aria-hidden="true" />
          {words.whatsapp}
        </a>
      )}
      {isStaff && (
        <Button icon={<Printer />} onPress={printThermal}>
          {words.thermal}
        </Button>
      )}
      <PaperActions pdf={pdf} sending={{ params: { id: _id } }} />
    </>
  )
}

const PaperSkeleton = () => (
  <div className="mx-auto w-full max-w-[34rem] rounded-lg border border-line bg-surface p-6">
    <Skeleton>
      <Bar className="mb-6 h-10 w-2/3" />
      <Bar className="mb-6 h-7 w-1/3" />
      {[1, 2, 3, 4, 5].map((line) => (
        <Bar key={line} className="mb-4 h-5 w-full" />
      ))}
    </Skeleton>
  </div>
)
