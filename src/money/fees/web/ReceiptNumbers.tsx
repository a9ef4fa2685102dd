import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { CorrectNumberDialog, type Series } from './CorrectNumberDialog.tsx'
import { useReceiptBook } from './fees.queries.ts'

/** The last receipt and voucher numbers, which a superadmin can correct. After a restore, `ReceiptBookCheck` asks for them. */
export const ReceiptNumbers = () => {
  const words = useWords(feesEn).numbers
  const book = useReceiptBook()
  if (book.data?.checkNeededSince) return null
  return (
    <Card title={words.title}>
      <Loaded of={book} skeleton={<ListSkeleton rows={2} />} failed={words.loadFailed}>
        {({ last, lastVoucher }) => (
          <div className="flex flex-col gap-4">
            <Last series="receipt" last={last} />
            <Last series="voucher" last={lastVoucher} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const Last = ({ series, last }: { series: Series; last: string | null }) => {
  const words = useWords(feesEn).numbers
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0">
        <span className="block text-muted">{words.last[series]}</span>
        <span className="font-medium tabular-nums wrap-anywhere">{last ?? words.none}</span>
      </p>
      <Button icon={<Pencil />} aria-label={words.correctOne[series]} onPress={() => setOpen(true)} className="max-md:w-full">
        {words.correct}
      </Button>
      {isOpen && <CorrectNumberDialog series={series} last={last} onClose={() => setOpen(false)} />}
    </div>
  )
}
