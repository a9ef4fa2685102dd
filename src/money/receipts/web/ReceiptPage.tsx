import { useParams } from 'react-router'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { type Receipt, receiptsApi } from '../receipts.contract.ts'
import { receiptsEn } from '../receipts.en.ts'
import { PaperActions } from './PaperActions.tsx'
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
  const sending = { params: { id } }
  const pdf = kind === 'receipt' ? receiptsApi.receiptPdf : receiptsApi.voucherPdf
  const title = receipt.data ? words.titles[kind](receipt.data.number) : words.headings[kind]
  return (
    <Page title={title} action={receipt.data && <PaperActions pdf={pdf} sending={sending} />}>
      <Loaded of={receipt} skeleton={<PaperSkeleton />} failed={words.loadFailed}>
        {(data) => <ReceiptPaper receipt={data} />}
      </Loaded>
    </Page>
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
