import { feesApi } from '#money/fees/fees.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { UpiCard } from './UpiCard.tsx'

export type UpiDialogProps = { studentId: string; onClose: () => void }

/** The way to pay everything that a student owes by UPI, over any page. */
export const UpiDialog = ({ studentId, onClose }: UpiDialogProps) => {
  const words = useWords(receiptsEn).upi
  const account = useCall(feesApi.account, { params: { id: studentId } })
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded of={account} skeleton={<Waiting />} failed={words.loadFailed}>
        {({ student, owed }) => student && <UpiCard student={student} amount={owed} />}
      </Loaded>
    </Dialog>
  )
}

const Waiting = () => (
  <Skeleton>
    <Bar className="h-44" />
  </Skeleton>
)
