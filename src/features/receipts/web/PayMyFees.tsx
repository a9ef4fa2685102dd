import { ReceiptText } from 'lucide-react'
import { useHall } from '#features/customization/web/customization.queries.ts'
import { feesApi } from '#features/fees/fees.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { UpiPayment } from './upi.ts'

/** How a student pays what is owed, where the hall takes UPI, and the way to the statement. */
export const PayMyFees = ({ studentId }: { studentId: string }) => {
  const words = useWords(receiptsEn)
  const account = useCall(feesApi.account, { params: { id: studentId } }).data
  const { upiId } = useHall()
  if (!account) return null
  const { student, owed } = account
  return (
    <>
      {student && owed > 0 && upiId !== '' && (
        <Card title={words.upi.title}>
          <Slot screen={UpiPayment} student={student} amount={owed} />
        </Card>
      )}
      <ButtonLink to={`/statements/${studentId}`} icon={<ReceiptText />} className="self-start max-md:self-stretch">
        {words.statement.title}
      </ButtonLink>
    </>
  )
}
